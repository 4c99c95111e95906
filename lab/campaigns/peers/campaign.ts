import { createClient } from "@libsql/client";
import sharp from "sharp";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { createKey } from "../../../edge/operations/tenants/keys.ts";
import { createTenant } from "../../../edge/operations/tenants/tenant.ts";
import { localQuotas } from "../../../edge/platform/quotas.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { FORM_TYPE, formOf, padded } from "../../bench/edge/calls.ts";
import { type Rig, residentMegabytes } from "../../bench/edge/rig.ts";
import { type Ended, MANNERS, misbehave, type Plan, POINTS } from "./peer.ts";
import { type PeerRequest, peerRequests } from "./requests.ts";

interface Campaign {
  readonly connections: number;
  /** Seconds over which the connections are opened. */
  readonly seconds: number;
  readonly seed: number;
  /** Uploads before the memory is first read, so that the Worker has what it needs for any. */
  readonly warmUp: number;
  /** Called each second. */
  progress(line: string): void;
}

export interface Findings {
  readonly ended: readonly Ended[];
  /** Uploads of another tenant meanwhile, and what went wrong with them. */
  readonly healthy: number;
  readonly refused: readonly string[];
  /** What is left in the database that a call holds only while it runs. */
  readonly left: Readonly<Record<string, number>>;
  /** Growth of the Worker's process, and of a bare Worker's that only reads what the connections send. */
  readonly megabytes: number;
  readonly bareMegabytes: number;
}

/** Time for a body, time in the line for it, draining a refused one, and closing; in milliseconds. */
const LONGEST_MS = 30_000 + 20_000 + 10_000 + 5_000;
/** A bare Worker has no deadlines: its connections are given up when the Worker's may be open at most. */
const BARE_MS = 30_000;
const MEGABYTE = 1_000_000;
/** One in so many connections sends a whole request: these cost inference, which is not on trial here. */
const WHOLE_EVERY = 20;

/** Misbehaves on many connections at once, while another tenant's uploads go on. */
export async function besiege(rig: Rig, campaign: Campaign): Promise<Findings> {
  const { connections, seconds, seed, warmUp, progress } = campaign;
  const [url, bareUrl] = [new URL(rig.edge.url), new URL(rig.bare.url)];
  const image = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#808080" } })
    .jpeg()
    .toBuffer();
  const { verificationId, token } = await beginVerification(rig);
  const requests = peerRequests(verificationId, padded(image, 200_000));
  const upload = uploader(rig.edge.url, await secondKey(rig), image);
  for (let i = 0; i < warmUp; i += 2) await Promise.all([upload(i), upload(i + 1)]);
  const memory = watchMemory(rig.edge.pid, await residentMegabytes(rig.edge.pid));
  const bareMemory = watchMemory(rig.bare.pid, await residentMegabytes(rig.bare.pid));
  const over = new AbortController();
  const healthy = goOn(upload, over.signal);

  const random = generator(seed);
  const peers: Promise<Ended>[] = [];
  const ofBare: Promise<Ended>[] = [];
  for (let i = 0; i < connections; i++) {
    const plan = planOf(i, random, requests, [rig.key, token, "svc_sk_test_none", null]);
    peers.push(misbehave(url, plan, LONGEST_MS));
    ofBare.push(misbehave(bareUrl, plan, BARE_MS));
    if (i % Math.ceil(connections / seconds) === 0) {
      const growth = `+${memory.growth().toFixed(0)} MB, bare +${bareMemory.growth().toFixed(0)} MB`;
      progress(`${i + 1} of ${connections} connections, ${growth}`);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  const [ended] = await Promise.all([Promise.all(peers), Promise.all(ofBare)]);
  over.abort();
  const { count, refused } = await healthy;
  const left = await leftBehind(rig);
  const growth = { megabytes: memory.stop(), bareMegabytes: bareMemory.stop() };
  return { ended, healthy: count, refused, left, ...growth };
}

function planOf(
  i: number,
  random: () => number,
  requests: readonly PeerRequest[],
  credentials: readonly (string | null)[],
): Plan {
  const one = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!;
  const request = one(requests);
  return {
    request,
    isChunked: random() < 0.5,
    credential: request.isGuarded ? one(credentials) : null,
    point: i % WHOLE_EVERY === 0 ? "answer" : one(POINTS.slice(0, -1)),
    manner: one(MANNERS),
  };
}

/** Mulberry32: the same plans for the same seed. */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function beginVerification({ edge, key }: Rig) {
  const answer = await fetch(`${edge.url}/v1/verifications`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: '{"customer_ref":"peers"}',
  });
  const made = (await answer.json()) as { verification: { id: string }; session_token: { token: string } };
  return { verificationId: made.verification.id, token: made.session_token.token };
}

async function secondKey({ databaseUrl, keys }: Rig): Promise<string> {
  const ctx = operatorContext(
    { db: openDatabase(databaseUrl), quotas: localQuotas({}), ...keys },
    Date.now(),
  );
  const { id: tenantId } = await createTenant(ctx, { name: "Healthy" });
  return (await createKey({ ...ctx, scope: { tenantId, mode: "test" } })).key;
}

/** Uploads of 1 to 5 MB, every other one chunked. Null for an answer of 200, else what came instead. */
function uploader(url: string, key: string, image: Uint8Array) {
  const forms = [1, 3, 5].map((megabytes) =>
    formOf({ mode: "passive" }, "image_1", padded(image, megabytes * MEGABYTE)),
  );
  const headers = { authorization: `Bearer ${key}`, "content-type": FORM_TYPE };
  return async (i: number): Promise<string | null> => {
    const form = forms[i % forms.length]!;
    const body = i % 2 === 0 ? form : new Blob([form]).stream();
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    try {
      const answer = await fetch(`${url}/v1/liveness/check`, init);
      const text = await answer.text();
      return answer.status === 200 ? null : `${answer.status} ${text}`;
    } catch (error) {
      return String(error);
    }
  };
}

async function goOn(upload: (i: number) => Promise<string | null>, over: AbortSignal) {
  const refused: string[] = [];
  let count = 0;
  const lane = async () => {
    while (!over.aborted) {
      const fault = await upload(count++);
      if (fault !== null) refused.push(fault);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  await Promise.all([lane(), lane()]);
  return { count, refused };
}

function watchMemory(pid: number, before: number) {
  let peak = before;
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentMegabytes(pid));
  }, 50);
  const growth = () => peak - before;
  return {
    growth,
    stop() {
      clearInterval(timer);
      return growth();
    },
  };
}

/** Rows that only calls under way may have. */
const HELD = {
  "idempotency keys": "select count(*) from idempotency_keys where status is null",
  "units of usage": "select count(*) from usage_reservations",
  "unsettled pictures": "select count(*) from media_objects where state = 'pending'",
} as const;

async function leftBehind({ databaseUrl }: Rig): Promise<Record<string, number>> {
  const client = createClient({ url: databaseUrl });
  const left: Record<string, number> = {};
  for (const [what, sql] of Object.entries(HELD)) {
    left[what] = Number((await client.execute(sql)).rows[0]?.[0]);
  }
  client.close();
  return left;
}
