import { setTimeout as sleep } from "node:timers/promises";
import { hashSecretKey, isWellFormed, newSecretKey } from "../../../edge/auth/secret-key.ts";
import { openTokenIssuer } from "../../../edge/auth/session-token.ts";
import { readEnv } from "../../../edge/env.ts";
import { median } from "../../../inference/statistics.ts";
import { testBindings } from "../../../test/harness/edge/bindings.ts";
import type { Figure } from "../figure.ts";
import { PHOTOS } from "../photos.ts";
import { checkBesideBare } from "./beside-bare.ts";
import { burst } from "./burst.ts";
import { bearer, FORM_TYPE, formOf, openVerification, timed } from "./calls.ts";
import { type Rig, startRig } from "./rig.ts";

/**
 * Time, round trips, CPU time and memory of the edge compared with the smallest program that could do the
 * same.
 */
export async function benchEdge(): Promise<Figure[]> {
  const rig = await startRig();
  try {
    return [
      ...(await checkBesideBare(rig)),
      ...(await readBesideBare(rig)),
      ...(await roundTrips(rig)),
      ...(await authentication()),
      ...(await memory(rig)),
    ];
  } finally {
    await rig.close();
  }
}

/** After this time a call's work after its answer is done. */
const SETTLED_MS = 500;

/** A passive check of one frame: one call of inference, like the direct call beside it. */
function checkOf({ edge, key }: Rig, jpeg: Uint8Array): () => Promise<number> {
  const body = formOf({ mode: "passive" }, "image_1", jpeg);
  const headers = { ...bearer(key), "content-type": FORM_TYPE };
  return () => timed(`${edge.url}/v1/liveness/check`, { method: "POST", headers, body });
}

/** Alternates both, so that other load on the machine affects both alike. */
async function byTurns(count: number, one: () => Promise<number>, other: () => Promise<number>) {
  const samples: { one: number[]; other: number[] } = { one: [], other: [] };
  for (let i = 0; i < count; i++) {
    samples.one.push(await one());
    samples.other.push(await other());
  }
  return samples;
}

async function readBesideBare({ edge, bare, tenantId, key }: Rig): Promise<Figure[]> {
  const { address, token } = await openVerification(edge.url, key);
  const byToken = () => timed(address, { headers: bearer(token) });
  const yardstick = () => timed(`${bare.url}/ok?id=${tenantId}`, {});
  await byTurns(100, byToken, yardstick);
  const { one, other } = await byTurns(600, byToken, yardstick);
  return [
    { name: "authenticated GET, p50", value: median(one), unit: "ms" },
    { name: "bare ok with one read, p50", value: median(other), unit: "ms" },
    { name: "GET beside bare, p50", value: median(one) / median(other), unit: "×", aim: "<= 1.5" },
  ];
}

async function roundTrips(rig: Rig): Promise<Figure[]> {
  const { edge, database, key } = rig;
  const headers = { ...bearer(key), "content-type": "application/json" };
  const create = { method: "POST", headers, body: Buffer.from('{"customer_ref":"bench"}') };
  const { address, token } = await openVerification(edge.url, key);
  const check = checkOf(rig, PHOTOS[0]!);
  const each: Record<string, [aim: 1 | 2, call: () => Promise<number>]> = {
    "GET by token": [1, () => timed(address, { headers: bearer(token) })],
    "GET by key, remembered": [1, () => timed(address, { headers: bearer(key) })],
    "GET of a list, by a remembered key": [
      1,
      () => timed(`${edge.url}/v1/verifications`, { headers: bearer(key) }),
    ],
    "POST of a verification": [2, () => timed(`${edge.url}/v1/verifications`, create)],
    "POST of a check": [2, check],
    "POST with Idempotency-Key": [
      2,
      () => {
        const keyed = { ...headers, "idempotency-key": crypto.randomUUID() };
        return timed(`${edge.url}/v1/verifications`, { ...create, headers: keyed });
      },
    ],
  };
  const figures: Figure[] = [];
  for (const [name, [aim, call]] of Object.entries(each)) {
    await call();
    // Writes after the first call's answer must not count for the next call.
    await sleep(SETTLED_MS);
    // A key is cached for a second: the counted calls begin with a cached one.
    await call();
    database.taken();
    for (let i = 0; i < 10; i++) await call();
    figures.push({ name: `round trips: ${name}`, value: database.taken() / 10, unit: "", aim: `<= ${aim}` });
  }
  return figures;
}

/** Processor time of authentication without its read of the database. */
async function authentication(): Promise<Figure[]> {
  const issuer = await openTokenIssuer(readEnv(await testBindings("http://127.0.0.1:9")));
  const scope = { tenantId: "tn_bench", mode: "test" } as const;
  const token = await issuer.issue({ scope, jti: "jti_1", verificationId: "vf_1" }, Date.now(), 600);
  const { key } = await newSecretKey(new Uint8Array(32), "test");
  const ofKey = async () => {
    if (!isWellFormed(key)) throw new Error("the key is not well formed");
    await hashSecretKey(key);
  };
  return [
    { name: "auth CPU, secret key", value: await processorTime(ofKey), unit: "ms" },
    {
      name: "auth CPU, session token",
      value: await processorTime(() => issuer.verify(token, Date.now())),
      unit: "ms",
    },
  ];
}

/** Milliseconds of this process's processor time for one run, as a mean of many. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const runs = 2_000;
  for (let i = 0; i < runs / 4; i++) await work();
  const since = process.cpuUsage();
  for (let i = 0; i < runs; i++) await work();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000 / runs;
}

/**
 * Memory that 20 uploads of 5 MB at once add to a workerd that has served as many one by one; the same for a
 * Worker that only reads them.
 */
async function memory({ edge, bare, key }: Rig): Promise<Figure[]> {
  const [ofBare, ofEdge] = [await burst(bare, key), await burst(edge, key)];
  return [
    { name: "20 × 5 MB at once, bare, grows by", value: ofBare.megabytes, unit: "MB" },
    { name: "20 × 5 MB at once, edge, grows by", value: ofEdge.megabytes, unit: "MB", aim: "<= 64" },
    { name: "CPU for a 5 MB upload, bare", value: ofBare.processorMs, unit: "ms" },
    { name: "CPU for a 5 MB upload, edge", value: ofEdge.processorMs, unit: "ms" },
  ];
}
