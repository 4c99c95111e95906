import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import { createInferenceClient } from "../../../edge/inference/client.ts";
import type { Template } from "../../../edge/inference/port.ts";
import { systemContext } from "../../../edge/operations/commit/context.ts";
import { enforceRetention } from "../../../edge/operations/erasure/enforce-retention.ts";
import { SAMPLE_FACES } from "../../../test/material/faces/sample-faces.ts";
import { makePerson, openTurner, type Person } from "../../../test/material/person.ts";
import { MARK, visit } from "./customer.ts";
import { IN_A_CALL, IN_AN_ERASURE } from "./killer.ts";
import { orphansOf } from "./objects.ts";
import { type Rig, startRig } from "./rig.ts";
import {
  bytesOfFile,
  type Canaries,
  familyOf,
  ofText,
  programOf,
  searchBytes,
  searchFolder,
  searchMemory,
} from "./search.ts";

interface Campaign {
  readonly customers: number;
  /** Kills at each point. */
  readonly deaths: number;
  /** Waits until memory has dropped what it keeps for a time; null: memory is not searched. */
  readonly settle: (() => Promise<unknown>) | null;
  say(line: string): void;
}

interface Found {
  readonly onDisk: string[];
  readonly orphans: string[];
  readonly inMemory: string[];
}

const RETENTION_SWEEPS = 10;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Floats of a template that nothing else holds in this order. */
const FLOATS = 16;

/** Erases customers of a real stack and searches for what is left: see `npm run erasure -- --help`. */
export async function eraseAndSearch({ customers, deaths, settle, say }: Campaign): Promise<Found> {
  const { turner, close } = await openTurner();
  const people = [
    await makePerson(turner, { face: SAMPLE_FACES[0]!, seed: 5 }),
    await makePerson(turner, { face: SAMPLE_FACES[4]!, seed: 6 }),
  ];
  const rig = await startRig();
  try {
    const canaries = new Map<string, Buffer[]>([["a reference", ofText(MARK)]]);
    for (const [name, face] of await facesOf(rig, people)) canaries.set(name, face);
    say(`the stack is up; ${canaries.size - 1} faces are known`);
    await fillAndErase(rig, people, { customers, deaths, say }, (text) =>
      canaries.set(`the text of ${text.length} characters, ${canaries.size}`, ofText(text)),
    );
    say(`${customers} customers are erased; ${canaries.size} things are searched for`);
    await rig.db.all(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
    const onDisk = [
      ...searchFolder(dirname(rig.files.database), canaries),
      ...searchBytes(Buffer.from(rig.logs.join("\n")), canaries, "logs"),
    ];
    const orphans = await orphansOf(rig.files.media, rig.db);
    say(`disk: ${onDisk.length} finds, the log has ${bytesOfFile(`${rig.files.database}-wal`)} bytes`);
    return { onDisk, orphans, inMemory: await searchAllMemory(rig, canaries, settle) };
  } finally {
    await rig.stop();
    await close();
  }
}

async function searchAllMemory(rig: Rig, canaries: Canaries, settle: Campaign["settle"]): Promise<string[]> {
  if (settle === null) return [];
  await settle();
  return Object.entries(rig.pids()).flatMap(([name, pid]) =>
    familyOf(pid).flatMap((one) =>
      searchMemory(one, canaries).map((found) => `${name} (${programOf(one)}): ${found}`),
    ),
  );
}

/** The faces' templates as bytes: those of the selfies and of the portraits on the cards. */
async function facesOf(rig: Rig, people: readonly Person[]): Promise<[string, Buffer[]][]> {
  const inference = createInferenceClient({
    baseUrl: rig.inferenceUrl,
    token: rig.inferenceToken,
    deadlineMs: 60_000,
    clock: Date.now,
  });
  // Of no tenant: nothing of these calls is kept.
  const caller = { tenant: "", priority: "interactive" as const, engineTook() {} };
  const bytesOf = ({ vector }: Template) => [
    Buffer.from(vector.buffer, vector.byteOffset, 4 * FLOATS),
    Buffer.from(Float64Array.from(vector.subarray(0, FLOATS)).buffer),
  ];
  const faces: [string, Buffer[]][] = [];
  for (const [i, { selfie, card }] of people.entries()) {
    const { principal } = await inference.analyzeFace({ param: "image", content: selfie }, caller);
    if (principal !== null) faces.push([`the face of selfie ${i}`, bytesOf(principal.template)]);
    const { portrait } = await inference.readDocument({ param: "image", content: card }, caller);
    if (portrait !== null) faces.push([`the face of portrait ${i}`, bytesOf(portrait.face.template)]);
  }
  return faces;
}

/** One half is erased by its references, the other half by its tenant's retention. */
async function fillAndErase(
  rig: Rig,
  people: readonly Person[],
  { customers, deaths, say }: Omit<Campaign, "settle">,
  keep: (text: string) => void,
): Promise<void> {
  const inCalls = Array.from({ length: deaths }, () => IN_A_CALL).flat();
  const inErasures = Array.from({ length: deaths }, () => IN_AN_ERASURE).flat();
  const named = await rig.tenant("Erased", "evidence");
  const retained = await rig.tenant("Retained", "none");
  const texts = new Set<string>();
  const seen = () => searchFolder(dirname(rig.files.database), new Map([["a reference", ofText(MARK)]]));
  const refs: string[] = [];
  for (let i = 0; i < customers; i++) {
    const customerRef = `${MARK}-${i}-${crypto.randomUUID()}`;
    const isRetained = i % 2 === 1;
    const visited = await visit({
      client: (isRetained ? retained : named).client,
      killer: rig.killer,
      customerRef,
      person: people[(i >> 1) % people.length]!,
      death: isRetained ? undefined : inCalls.shift(),
      isRetained,
    });
    for (const text of visited) texts.add(text);
    if (!isRetained) refs.push(customerRef);
    if (i % 10 === 9) say(`${i + 1} of ${customers} customers were here`);
  }
  for (const text of texts) keep(text);
  if (seen().length === 0) throw new Error("the search does not find what is there");
  const erase = (ref: string) => named.client.delete(`/v1/customers/${ref}`);
  for (const ref of refs) {
    await rig.killer.during(inErasures.shift(), () => erase(ref));
    // The caller of a call that died calls again.
    const { status } = await erase(ref);
    if (status !== 200) throw new Error(`the erasure answered ${status}`);
  }
  for (const [point, kills] of rig.killer.kills) say(`${kills} × killed at: ${point}`);
  await retire(rig, retained.id);
}

/** Erases what a clock three days ahead finds outdated, as the scheduled sweep does. */
async function retire(rig: Rig, tenantId: string): Promise<void> {
  await rig.db.run(sql`update tenants set retention_days = 1 where id = ${tenantId}`);
  const later = Date.now() + 3 * DAY_MS;
  const ctx = systemContext({ db: rig.db, media: null, clock: () => later }, later);
  for (let i = 0; i < RETENTION_SWEEPS; i++) await enforceRetention(ctx);
}
