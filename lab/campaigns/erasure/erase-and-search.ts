import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createBackup } from "../../../local/admin/backup/create.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { makePerson, openTurner, type Person } from "../../material/person.ts";
import { MARK, newReference, remembering, scan, visit } from "./customer.ts";
import { facesOf } from "./faces.ts";
import { IN_A_CALL, IN_AN_ERASURE } from "./killer.ts";
import { orphansOf } from "./objects.ts";
import { RETENTION_DAYS, retire, searchRestored } from "./restored.ts";
import { type Rig, startRig } from "./rig.ts";
import { ofText, searchBytes, searchFile, searchFolder } from "./search.ts";

interface Campaign {
  readonly customers: number;
  /** Kills at each point. */
  readonly deaths: number;
  say(line: string): void;
}

interface Found {
  readonly onDisk: readonly string[];
  readonly orphans: readonly string[];
  /** In the backup that was made after the erasures. */
  readonly inBackup: readonly string[];
  /** In the folder of a stack that was restored from a backup of before. */
  readonly restored: readonly string[];
}

type Tenant = Awaited<ReturnType<Rig["tenant"]>>;

/** Concurrent end users: enough for two busy workers. */
const AT_ONCE = 3;
const ANY_REFERENCE: [string, Buffer[]] = ["a reference", ofText(MARK)];

/** Erases end users of a real stack and searches for leftovers: see `npm run lab -- erasure --help`. */
export async function eraseAndSearch(campaign: Campaign): Promise<Found> {
  const { turner, close } = await openTurner();
  const rig = await startRig();
  try {
    const people = [
      remembering(await makePerson(turner, { face: SAMPLE_FACES[0]!, seed: 5 })),
      remembering(await makePerson(turner, { face: SAMPLE_FACES[4]!, seed: 6 })),
    ];
    return await runOn(rig, people, campaign);
  } finally {
    await rig.halt();
    await rig.remove();
    await close();
  }
}

async function runOn(rig: Rig, people: readonly Person[], campaign: Campaign): Promise<Found> {
  const { say } = campaign;
  const canaries = new Map([ANY_REFERENCE, ...(await facesOf(rig.inference, people))]);
  say(`the stack is up; ${canaries.size - 1} faces are known`);
  const named = await rig.tenant("Erased", { storeMedia: "evidence" });
  const retained = await rig.tenant("Retained", { storeMedia: "none", retentionDays: RETENTION_DAYS });
  const { refs, texts } = await fill(rig, people, { named, retained }, campaign);
  // A date may be one that the program itself has.
  const isTheirs = (text: string) =>
    searchFolder(rig.files.bundle, new Map([[text, ofText(text)]])).length === 0;
  for (const text of [...texts].filter(isTheirs))
    canaries.set(`the text ${canaries.size} of ${text.length} characters`, ofText(text));
  const earlier = await backup(rig, "earlier");
  if (searchFolder(rig.stack, canaries).length === 0 || searchFile(earlier, canaries).length === 0) {
    throw new Error("the search does not find what is there");
  }
  await erase(rig, named, refs, campaign);
  await retire(rig.db);
  say(`all are erased; ${canaries.size} things are searched for`);
  for (const [point, kills] of rig.killer.kills) say(`${kills} × killed at: ${point}`);
  await rig.db.all(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
  const logs = Buffer.from(rig.logs.join("\n"));
  const onDisk = [...searchFolder(rig.stack, canaries), ...searchBytes(logs, canaries, "logs")];
  const orphans = await orphansOf(rig.files.media, rig.db);
  const inBackup = searchFile(await backup(rig, "later"), canaries);
  await rig.halt();
  const restored = await searchRestored(rig.stack, earlier, canaries);
  say(`restored from before: ${restored.erasedAgain} of ${refs.length} customers were erased again`);
  return { onDisk, orphans, inBackup, restored: restored.found };
}

/** One half is erased by its references, the other half by its tenant's retention. */
async function fill(
  rig: Rig,
  people: readonly Person[],
  { named, retained }: Readonly<Record<"named" | "retained", Tenant>>,
  { customers, deaths, say }: Campaign,
) {
  const refs: string[] = [];
  const texts = new Set<string>();
  const inCalls = times(deaths, IN_A_CALL);
  // Each erasure that is to die needs an end user with an image.
  for (let i = 0; i < times(deaths, IN_AN_ERASURE).length; i++) {
    const customerRef = newReference();
    const { card } = people[i % people.length]!;
    await scan({ client: named.client, killer: rig.killer, customerRef, card, death: inCalls.shift() });
    refs.push(customerRef);
  }
  say(`the edge died ${times(deaths, IN_A_CALL).length} times during scans`);
  await each(customers, async (i) => {
    const customerRef = newReference();
    const isRetained = i % 2 === 1;
    const { client } = isRetained ? retained : named;
    const person = people[(i >> 1) % people.length]!;
    for (const text of await visit({ client, customerRef, person, isRetained })) texts.add(text);
    if (!isRetained) refs.push(customerRef);
    if (i % 10 === 9) say(`${i + 1} of ${customers} customers were here`);
  });
  return { refs, texts };
}

/** The first erasures die. Their caller calls again, as that of any call that died. */
async function erase(rig: Rig, { client }: Tenant, refs: readonly string[], { deaths, say }: Campaign) {
  const inErasures = times(deaths, IN_AN_ERASURE);
  const call = async (ref: string) => {
    const { status } = await client.delete(`/v1/customers/${ref}`);
    if (status !== 200) throw new Error(`the erasure answered ${status}`);
  };
  for (const [i, point] of inErasures.entries()) {
    await rig.killer.during(point, () => call(refs[i]!));
    await call(refs[i]!);
  }
  say(`the edge died ${inErasures.length} times during erasures`);
  await each(refs.length - inErasures.length, (i) => call(refs[inErasures.length + i]!));
}

async function backup(rig: Rig, name: string): Promise<string> {
  const file = join(rig.backups, `${name}.backup`);
  await createBackup(rig.files, file, () => undefined);
  return file;
}

const times = <T>(n: number, points: readonly T[]): T[] => Array.from({ length: n }, () => points).flat();

/** Does work 0 to `n` - 1, a few at once. */
async function each(n: number, work: (i: number) => Promise<void>): Promise<void> {
  const waiting = Array.from({ length: n }, (_, i) => i);
  const worker = async () => {
    for (let i = waiting.shift(); i !== undefined; i = waiting.shift()) await work(i);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
