import { createApp } from "#edge/app.ts";
import { limitsOf } from "#edge/limits/settings.ts";
import { openMedia } from "#edge/media/media.ts";
import { inferenceDouble } from "./inference-double.ts";
import { memoryBucket } from "./memory-bucket.ts";
import { documentCheck, openTestEdge } from "./test-edge.ts";

/** The edge over its own database, with a double for inference. */
export async function openCheckEdge() {
  const edge = await openTestEdge();
  const { port: inference, answers, calls, tenants, priorities } = inferenceDouble();
  const bucket = memoryBucket();
  const media = await openMedia(bucket, edge.services.serviceKey, "http://127.0.0.1:8787");
  Object.assign(edge.services, { inference, media });
  const app = createApp(async () => edge.services);
  const lifetime = { waitUntil() {}, passThroughOnException() {}, props: {} };
  const tenant = await edge.newTenant();
  const key = tenant.keys.test;
  return {
    ...edge,
    tenant,
    key,
    bucket,
    answers,
    /** Names of the inference calls made so far. */
    calls,
    /** The tenant's key of each of them. */
    tenants,
    priorities,
    /** Sends a form. */
    upload: (path: string, credential: string, parts: Record<string, string | Uint8Array<ArrayBuffer>>) =>
      edge.call("POST", path, credential, formOf(parts)),
    /** A browser's request: no credential, and the raw response. */
    async browse(path: string) {
      const answer = await app.request(path, {}, edge.bindings, lifetime);
      const { status, headers } = answer;
      const text = await answer.clone().text();
      documentCheck.check({ method: "GET", path, credential: undefined, status, headers, text });
      return answer;
    },
    /** A verification under a policy, its token, and a function that reads it with the key. */
    async verification(policy: object = {}, customerRef = "customer-1", by = key) {
      const created = await edge.call("POST", "/v1/verifications", by, { customer_ref: customerRef, policy });
      const id: string = created.body.verification.id;
      const token: string = created.body.session_token.token;
      const read = async () => (await edge.call("GET", `/v1/verifications/${id}`, by)).body;
      return { id, token, read };
    },
    /** Rows of a table, as SQL sees them. */
    async rows(table: string) {
      return (await edge.client.execute(`select * from ${table}`)).rows;
    },
  };
}

export type CheckEdge = Awaited<ReturnType<typeof openCheckEdge>>;

/** Lets an edge take any number of calls: for tests that make thousands of them, about something else. */
export function liftLimits({ services }: Pick<CheckEdge, "services">): void {
  const many = 1_000_000;
  const calls = { LIMIT_KEY_WRITES: many, LIMIT_KEY_READS: many, LIMIT_TOKEN_CALLS: many };
  const rest = { LIMIT_TOKEN_NEXT: many, LIMIT_CHALLENGES: many, LIMIT_NOT_LIVE: many };
  const limits = limitsOf({ ...calls, ...rest });
  Object.assign(services, { limits });
}

/** A form: bytes become file parts, text becomes fields. */
export function formOf(parts: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === "string") data.set(name, value);
    else data.set(name, new Blob([value], { type: "image/jpeg" }), `${name}.jpg`);
  }
  return data;
}

/** Bytes of an upload, which the double ignores. */
export const image = (seed = 1) => new Uint8Array([0xff, 0xd8, 0xff, seed]);
