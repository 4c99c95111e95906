/** What a room for bodies may hold: sizes are bytes. */
export interface RoomLimits {
  /** Bodies at once: each costs memory beside its bytes, however few these are. */
  readonly bodies: number;
  /** Held together by all bodies but one. */
  readonly common: number;
  /** Of the common bytes, held by one tenant: so that another one who comes finds room at once. */
  readonly tenantShare: number;
  /** Of the common bytes, held by one caller while others are there. */
  readonly callerShare: number;
  /** Held by one body. One at a time that does not fit into the common bytes is held beside them. */
  readonly largest: number;
}

/** Who sends a body. No caller is named like a tenant. */
export interface Sender {
  /** One word for all callers who have none. */
  readonly tenant: string;
  /** The credential, or the address of a caller without one. */
  readonly caller: string;
}

/** A body in the room, or in the line before it. Times in milliseconds. */
export interface Body {
  readonly sender: Sender;
  /** Its place in the line, where tenants take turns, and its turn in its tenant: lower ones come first. */
  readonly place: number;
  readonly turn: number;
  /** Its announced length; of a chunked body a guess. */
  readonly target: number;
  /** Bytes that it holds, or is about to receive. */
  held: number;
  /** Bytes that it waits for in the line, and since when; null while it does not wait. */
  waiting: { readonly bytes: number; readonly since: number } | null;
  /** When it was admitted; null before that. */
  admittedAt: number | null;
  /** When it was last seen to have grown by `PROGRESS_BYTES`, and how much it held then. */
  progress: { readonly at: number; readonly held: number };
  /** It fell behind, and is no longer expected to be whole soon. */
  isSlow: boolean;
  /** Everything has arrived. */
  isWhole: boolean;
  /** Since when it is the one that is held beside the common bytes; null for any other. */
  besideAt: number | null;
  /** It was told to give way. It counts until it is gone. */
  isLeaving: boolean;
}

/** Room is kept for the rest of a body that would be whole within this time, and for every new one. */
const QUICK_MS = 4_000;
const GRACE_MS = 1_000;
/** A body that stays without so many new bytes for so long stands still. */
const PROGRESS_BYTES = 16 * 1024;
const STANDSTILL_MS = 3_000;
/** The place beside the common bytes is for one that arrives within this time. */
const BESIDE_MS = 12_000;
/** Bodies that stand still give way to one that has waited so long. */
const GIVES_WAY_MS = 2_000;

/**
 * The bytes that a body counts with: what it holds, and while it arrives quickly the rest as well, so that no
 * more bodies begin than can end. A slow one counts with what it holds, so that it keeps nobody out.
 */
export function expected({ target, held, admittedAt, isSlow, isWhole }: Body): number {
  return isWhole || isSlow || admittedAt === null ? held : Math.max(held, target);
}

/** Notes a body that has fallen behind. It stays slow: room that others were given is not taken back. */
export function notePace(body: Body, now: number): void {
  if (body.admittedAt === null || body.isWhole) return;
  const age = now - body.admittedAt;
  if (age >= GRACE_MS && body.held * QUICK_MS < body.target * age) body.isSlow = true;
}

/** Notes that a body holds `bytes` in all. */
export function noteGrowth(body: Body, bytes: number, now: number): void {
  body.held = Math.max(body.held, bytes);
  if (body.held - body.progress.held >= PROGRESS_BYTES) body.progress = { at: now, held: body.held };
}

/** What a room holds. */
export interface Occupancy {
  readonly bodies: number;
  readonly waiting: number;
  /** In bytes. */
  readonly held: number;
}

/** What is to be done next for the bodies of a room. */
type Move<B extends Body> =
  /** This body gets what it waits for. */
  | { readonly kind: "admit"; readonly body: B; readonly beside: boolean }
  /** The body beside the common bytes is slow, and now fits into them. */
  | { readonly kind: "join"; readonly body: B }
  /** This body is refused, because others wait for its room and it stands still. */
  | { readonly kind: "give_way"; readonly body: B };

/**
 * The next move; null when everybody has to wait. The line is served in order: who does not fit keeps those
 * behind from passing, but for others than a tenant or caller whose share is used up. The first that does not
 * fit goes beside the common bytes, as soon as nobody else is there.
 */
export function nextMove<B extends Body>(
  bodies: readonly B[],
  limits: RoomLimits,
  now: number,
): Move<B> | null {
  const line = inTurn(bodies.filter(({ waiting }) => waiting !== null));
  if (line.length === 0) return null;
  const beside = bodies.find(({ besideAt }) => besideAt !== null);
  if (beside !== undefined && beside.waiting !== null) return { kind: "admit", body: beside, beside: true };
  const counted = countedBytes(bodies);
  const fits = (body: B, bytes: number) =>
    counted.total + bytes <= limits.common && usedUp(body, bytes, counted, limits) === null;
  const first = firstWithShare(line, counted, limits) ?? line[0]!;
  if (fits(first, growthOf(first))) return { kind: "admit", body: first, beside: false };
  if (beside === undefined) return { kind: "admit", body: first, beside: true };
  if (fits(beside, expected(beside))) return { kind: "join", body: beside };
  if (now - first.waiting!.since < GIVES_WAY_MS) return null;
  const body = bodies.filter((body) => mustGiveWay(body, now)).sort(heaviestFirst(counted))[0];
  // One at a time: those who wait look again when it has gone.
  return body === undefined || bodies.some(({ isLeaving }) => isLeaving) ? null : { kind: "give_way", body };
}

/**
 * The body that is one too many; null while there are few enough. It is one of the tenant, and of its caller,
 * with most bodies: one that stands still, or the newest. Who has few keeps its place, however many others
 * open.
 */
export function surplus<B extends Body>(bodies: readonly B[], limits: RoomLimits, now: number): B | null {
  const staying = bodies.filter(({ isLeaving }) => !isLeaving);
  if (staying.length <= limits.bodies) return null;
  const ofOne = largestGroup(
    largestGroup(staying, ({ sender }) => sender.tenant),
    ({ sender }) => sender.caller,
  );
  return ofOne.find((body) => standsStill(body, now)) ?? ofOne.findLast(({ isWhole }) => !isWhole) ?? null;
}

/** In the order of arrival, as they came. */
function largestGroup<B extends Body>(bodies: readonly B[], nameOf: (body: B) => string): readonly B[] {
  const groups = [...Map.groupBy(bodies, nameOf).values()];
  return groups.reduce((largest, group) => (group.length > largest.length ? group : largest));
}

/** The line in order: a tenant's places go to its callers in turn. */
function inTurn<B extends Body>(waiting: readonly B[]): B[] {
  const places = new Map<string, { place: number[]; bodies: B[] }>();
  for (const body of waiting) {
    const { tenant } = body.sender;
    const its = places.get(tenant) ?? { place: [], bodies: [] };
    its.place.push(body.place);
    its.bodies.push(body);
    places.set(tenant, its);
  }
  return [...places.values()]
    .flatMap(({ place, bodies }) => {
      place.sort((a, b) => a - b);
      return bodies
        .sort((a, b) => a.turn - b.turn || a.place - b.place)
        .map((body, i) => [place[i]!, body] as const);
    })
    .sort(([a], [b]) => a - b)
    .map(([, body]) => body);
}

/** The first of the line but for those who share a used-up share with an earlier one. */
function firstWithShare<B extends Body>(
  line: readonly B[],
  counted: Counted,
  limits: RoomLimits,
): B | undefined {
  const passed = new Set<string>();
  return line.find((body) => {
    if (passed.has(body.sender.tenant) || passed.has(body.sender.caller)) return false;
    const used = usedUp(body, growthOf(body), counted, limits);
    if (used !== null) passed.add(used);
    return used === null;
  });
}

/** Whose share so many more bytes would exceed, the tenant's or the caller's; null for neither. */
function usedUp({ sender }: Body, bytes: number, counted: Counted, limits: RoomLimits): string | null {
  const { tenant, caller } = sender;
  const { by, callers } = counted;
  if ((by.get(tenant) ?? 0) + bytes > limits.tenantShare) return tenant;
  return callers.size > 1 && (by.get(caller) ?? 0) + bytes > limits.callerShare ? caller : null;
}

/** What the counted bytes gain when a body gets what it waits for. */
function growthOf(body: Body): number {
  const held = Math.max(body.held, body.waiting?.bytes ?? 0);
  return expected({ ...body, held, admittedAt: body.admittedAt ?? 0 }) - expected(body);
}

/** The common bytes that are counted, in all and by tenant and caller. */
interface Counted {
  readonly total: number;
  readonly by: ReadonlyMap<string, number>;
  /** Who has a body in the room or in the line. */
  readonly callers: ReadonlySet<string>;
}

function countedBytes(bodies: readonly Body[]): Counted {
  const by = new Map<string, number>();
  let total = 0;
  for (const body of bodies) {
    if (body.besideAt !== null) continue;
    const bytes = expected(body);
    total += bytes;
    for (const name of [body.sender.tenant, body.sender.caller]) by.set(name, (by.get(name) ?? 0) + bytes);
  }
  const callers = new Set(bodies.map(({ sender }) => sender.caller));
  return { total, by, callers };
}

/** The one beside the common bytes, then the largest of the tenant, and of its caller, that holds most. */
function heaviestFirst({ by }: Counted) {
  const weights = ({ sender, besideAt, held }: Body) =>
    [besideAt === null ? 0 : 1, by.get(sender.tenant) ?? 0, by.get(sender.caller) ?? 0, held] as const;
  return (a: Body, b: Body) => {
    const [left, right] = [weights(b), weights(a)];
    return left[0] - right[0] || left[1] - right[1] || left[2] - right[2] || left[3] - right[3];
  };
}

function mustGiveWay(body: Body, now: number): boolean {
  const { held, waiting, isWhole, isLeaving, besideAt } = body;
  if (held === 0 || waiting !== null || isWhole || isLeaving) return false;
  return standsStill(body, now) || (besideAt !== null && now - besideAt >= BESIDE_MS);
}

const standsStill = ({ waiting, isWhole, progress }: Body, now: number): boolean =>
  waiting === null && !isWhole && now - progress.at >= STANDSTILL_MS;
