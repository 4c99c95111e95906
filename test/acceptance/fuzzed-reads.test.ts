import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { eventSchemas } from "#edge/schemas/events.ts";
import { image, liftLimits } from "#test/harness/edge/check-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { KEY_SCOPES } from "#vocabulary/key-scopes.ts";
import { newKey } from "../edge/keys/new-key.ts";

const edge = await useCheckEdge();
liftLimits(edge);

const IMPERSONAL = KEY_SCOPES.filter((scope) => scope !== "personal:read");
const PERSON = "user-4711";
let full: string;
let counting: string;
let ids: { readonly ocr: string; readonly verification: string; readonly event: string };
/** Texts of the document that answers to a key with full authority have. */
let secrets: string[];

beforeAll(async () => {
  full = edge.key;
  counting = (await newKey(edge, edge.tenant, { scopes: IMPERSONAL })).key;
  const policy = { store_media: "portrait", steps: ["document"] };
  const { id } = await edge.verification(policy, PERSON);
  const { body } = await edge.upload(`/v1/verifications/${id}/document`, full, { front: image() });
  const { ocr_id: ocr } = body.ocr;
  const [event] = (await edge.call("GET", "/v1/events?type=ocr.completed", full)).body.data;
  ids = { ocr, verification: id, event: event.id };
  const { fields, mrz, raw_text: text } = (await edge.call("GET", `/v1/ocr/${ocr}`, full)).body;
  const values = Object.values(fields as Record<string, { value: string }>).map(({ value }) => value);
  secrets = [...values, ...(mrz?.lines ?? []), text].filter((each) => each?.length > 3);
  expect(secrets.length).toBeGreaterThan(3);
});

/** The calls of a back office, with random pages and filters. */
const reads = () => {
  const page = fc
    .record(
      {
        limit: fc.integer({ min: 1, max: 100 }).map(String),
        status: fc.constantFrom("completed", "in_progress", "created"),
        customer_ref: fc.constant(PERSON),
      },
      { requiredKeys: [] },
    )
    .map((query) => `/v1/verifications?${new URLSearchParams(query)}`);
  const events = fc
    .record(
      {
        limit: fc.integer({ min: 1, max: 100 }).map(String),
        type: fc.constantFrom(...Object.keys(eventSchemas)),
      },
      { requiredKeys: [] },
    )
    .map((query) => `/v1/events?${new URLSearchParams(query)}`);
  const one = fc.constantFrom(
    `/v1/ocr/${ids.ocr}`,
    `/v1/events/${ids.event}`,
    `/v1/verifications/${ids.verification}`,
    `/v1/verifications/${ids.verification}/next`,
  );
  return fc.oneof(page, events, one);
};

const READS = Number(process.env.RUNS ?? 10_000);

it(
  `without personal:read none of ${READS} random reads, lists and events has a text of the document`,
  async () => {
    const texts = (text: string) =>
      secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
    let [compared, seen] = [0, 0];
    await fc.assert(
      fc.asyncProperty(reads(), async (path) => {
        const answer = await edge.call("GET", path, counting);
        expect(answer.status).toBe(200);
        expect(texts(answer.text)).toEqual([]);
        if (compared++ % 20 > 0) return;
        const open = await edge.call("GET", path, full);
        seen += texts(open.text).length;
      }),
      { numRuns: READS },
    );
    // The property says something only while the other key sees them.
    expect(seen).toBeGreaterThan(READS / 200);
  },
  60_000 + 60 * READS,
);
