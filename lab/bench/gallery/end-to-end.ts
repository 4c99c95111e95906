import { newId } from "../../../edge/core/ids.ts";
import type { Scope } from "../../../edge/core/scope.ts";
import { encryptTemplate } from "../../../edge/operations/encrypted-template.ts";
import { commit } from "../../../edge/store/batch.ts";
import { openDatabase } from "../../../edge/store/database.ts";
import { insertRegistration } from "../../../edge/store/results/face-templates.ts";
import { encodeJpeg } from "../../../inference/imaging/encode.ts";
import { quantile } from "../../../inference/statistics.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import { crowd } from "../../material/faces/faces-in-a-crowd.ts";
import { portrait } from "../../material/faces/portrait.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { FORM_TYPE, formOf, timed } from "../edge/calls.ts";
import { type Rig, startRig } from "../edge/rig.ts";
import type { Figure } from "../figure.ts";

const FACES = 100_000;
/** Registrations written at once. */
const BATCH = 500;
const SEARCHES = 60;

/**
 * POST /v1/face/dedupe through the edge on workerd. The gallery is encrypted in libSQL and the service starts
 * empty: the time to the first answer, then the times of searches. For comparison, the same call for a tenant
 * without registrations, which only reads the photo.
 */
export async function benchEndToEnd(): Promise<Figure[]> {
  const photo = await encodeJpeg(await portrait(SAMPLE_FACES[0]!));
  const rig = await startRig();
  try {
    const empty = await timesOf(searchOf(rig, photo));
    await fill(rig, photo);
    const searched = await searchAll(rig, searchOf(rig, photo));
    const all = FACES.toLocaleString("en");
    return [
      { name: `${all} faces from libSQL to the first answer`, value: searched.loading / 1_000, unit: "s" },
      { name: "requests until then, 503 and all", value: searched.requests, unit: "" },
      { name: `dedupe among ${all}, p50`, value: quantile(searched.times, 0.5), unit: "ms" },
      { name: `dedupe among ${all}, p95`, value: quantile(searched.times, 0.95), unit: "ms" },
      { name: "dedupe without registrations, p50", value: quantile(empty, 0.5), unit: "ms" },
      { name: "dedupe without registrations, p95", value: quantile(empty, 0.95), unit: "ms" },
      { name: "round trips of a dedupe to the database", value: searched.roundTrips, unit: "" },
    ];
  } finally {
    await rig.close();
  }
}

type Search = () => Promise<number>;

function searchOf({ edge, key }: Rig, photo: Uint8Array): Search {
  const headers = { authorization: `Bearer ${key}`, "content-type": FORM_TYPE };
  const body = formOf({}, "image", photo);
  return () => timed(`${edge.url}/v1/face/dedupe`, { method: "POST", headers, body });
}

async function timesOf(search: Search): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < SEARCHES; i++) times.push(await search());
  return times;
}

async function searchAll({ database }: Rig, search: Search) {
  const since = performance.now();
  let requests = 1;
  while (!(await succeeds(search))) requests++;
  const loading = performance.now() - since;
  database.taken();
  const times = await timesOf(search);
  return { loading, requests, times, roundTrips: database.taken() / SEARCHES };
}

async function succeeds(search: Search): Promise<boolean> {
  try {
    await search();
    return true;
  } catch (error) {
    if (!String(error).includes(" 503 ")) throw error;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return false;
  }
}

/** Registers faces as the edge does, with templates of the bundle's length. */
async function fill({ databaseUrl, inference, tenantId, keys: { vault } }: Rig, photo: Uint8Array) {
  const db = openDatabase(databaseUrl);
  const scope: Scope = { tenantId, mode: "test" };
  const { face } = clientsOver(TRANSPORTS["native gRPC"](inference));
  const { analysis } = await face.analyzeFace({ image: { content: photo } });
  const { vector, model } = analysis!.principal!.template!;
  const templateVersion = model!.version;
  const people = crowd(7, vector.length);
  for (let from = 0; from < FACES; from += BATCH) {
    const rows = Array.from({ length: BATCH }, async (_, i) => {
      const registrationId = newId("registration", Date.now());
      const template = { vector: people.next().value, version: templateVersion, hashes: [] };
      const encrypted = await encryptTemplate(vault, scope, registrationId, template);
      const row = {
        registrationId,
        customerRef: `customer-${from + i}`,
        template: encrypted,
        templateVersion,
      };
      return { ...row, quality: null, createdAt: Date.now() };
    });
    await commit(
      db,
      (await Promise.all(rows)).map((row) => insertRegistration(db, scope, row)),
    );
  }
}
