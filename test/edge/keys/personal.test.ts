import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { API } from "#edge/api/routes.ts";
import { forScopes, needing } from "#edge/schemas/scoped-members.ts";
import { image, liftLimits } from "#test/harness/edge/check-edge.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { KEY_SCOPES, type KeyScope } from "#vocabulary/key-scopes.ts";
import { newKey } from "./new-key.ts";

const edge = await useCheckEdge();
liftLimits(edge);

const ALL_BUT = (...scopes: KeyScope[]) => KEY_SCOPES.filter((scope) => !scopes.includes(scope));
const PERSON = "user-4711";
let full: string;
let counting: string;
let ocrId: string;

beforeAll(async () => {
  full = edge.key;
  counting = (await newKey(edge, edge.tenant, { scopes: ALL_BUT("personal:read") })).key;
  const policy = { store_media: "portrait", steps: ["document"] };
  const { id } = await edge.verification(policy, PERSON);
  const { body } = await edge.upload(`/v1/verifications/${id}/document`, full, { front: image() });
  ocrId = body.ocr.ocr_id;
});

it("the members are absent, not null, and the others are as for every key", async () => {
  const of = async (key: string) => (await edge.call("GET", `/v1/ocr/${ocrId}`, key)).body;
  const { fields, mrz, barcodes, raw_text: text, ...rest } = await of(full);
  expect([fields, mrz, barcodes, text]).not.toContain(undefined);
  const seen = await of(counting);
  const withoutLink = (body: object) => ({ ...body, portrait: "", portrait_expires_at: "" });
  expect(withoutLink(seen)).toEqual(withoutLink(rest));
  expect(seen.portrait).toContain("/media/");
});

it("without media:read an answer has no link to a portrait", async () => {
  const { key } = await newKey(edge, edge.tenant, { scopes: ALL_BUT("media:read") });
  const body = (await edge.call("GET", `/v1/ocr/${ocrId}`, key)).body;
  expect(body).not.toHaveProperty("portrait");
  expect(body).not.toHaveProperty("portrait_expires_at");
  expect(body).toHaveProperty("fields");
});

it("the answer to a check has no personal data for a key that may not see them", async () => {
  const scanned = await edge.upload("/v1/ocr/scan", counting, { image: image(7) });
  expect(outcome(scanned)).toBe("200");
  for (const member of ["fields", "mrz", "raw_text"]) expect(scanned.body).not.toHaveProperty(member);
});

it("an Idempotency-Key never returns members to a key that may not see them", async () => {
  const headers = { "idempotency-key": "the same" };
  const scan = (key: string) => {
    const form = new FormData();
    form.set("image", new Blob([image(8)]), "image.jpg");
    return edge.call("POST", "/v1/ocr/scan", key, form, headers);
  };
  expect((await scan(full)).body).toHaveProperty("fields");
  expect(outcome(await scan(counting))).toBe("409 idempotency_key_reused");
  const other = (await newKey(edge, edge.tenant, { scopes: ALL_BUT("media:read", "personal:read") })).key;
  expect(outcome(await scan(other))).toBe("409 idempotency_key_reused");
  const same = (await newKey(edge, edge.tenant, { scopes: [...KEY_SCOPES] })).key;
  expect((await scan(same)).headers.get("idempotent-replayed")).toBe("true");
});

describe("leaving members out", () => {
  const member = z.object({ name: needing("personal:read", z.string().describe("A name.")), id: z.string() });
  const none = () => false;

  it("reaches lists, nullable and optional values, records, unions and nested objects", () => {
    const schema = z.object({
      list: z.array(member),
      nullable: member.nullable(),
      optional: member.optional(),
      record: z.record(z.string(), member),
      union: z.union([
        z.object({ type: z.literal("a"), ...member.shape }),
        z.object({ type: z.literal("b") }),
      ]),
      nested: z.object({ member }),
    });
    const one = { name: "Anna", id: "1" };
    const value = {
      list: [one],
      nullable: one,
      optional: one,
      record: { x: one },
      union: { type: "a", ...one },
      nested: { member: one },
    };
    const open = { id: "1" };
    expect(forScopes(schema, none).parse(value)).toEqual({
      list: [open],
      nullable: open,
      optional: open,
      record: { x: open },
      union: { type: "a", ...open },
      nested: { member: open },
    });
    expect(forScopes(schema, () => true)).toBe(schema);
  });

  it("drops what the schema does not name, and knows every schema of the API", () => {
    expect(forScopes(member, none).parse({ id: "1", name: "Anna", verified: "Anna" })).toEqual({ id: "1" });
    for (const { answer } of API.flatMap(({ routes }) => routes)) {
      if (answer.schema !== undefined) expect(() => forScopes(answer.schema!, none)).not.toThrow();
    }
    expect(() => forScopes(z.object({ x: z.unknown() }), none)).toThrow("unknown");
  });

  it("keeps the description of a member", () => {
    expect(member.shape.name.description).toBe("A name.");
  });
});

/**
 * Names of members with free text that every restricted key may read. A new one is either listed here, or
 * declared as `needing("personal:read", …)`.
 */
const OPEN_TEXTS = [
  // The values of `metadata`, which are the tenant's own labels, as `customer_ref` is.
  "any member",
  ...["action", "docs"],
  // A signed statement about an age, without a birth date.
  "age_statement",
  // Reviewers, by the tenant's own names for them.
  ...["by", "claimed_by"],
  // Of the certificates of a trust anchor and a document's signer, and the kind of a wallet's credential.
  ...["country", "doctype", "serial_number", "sha256", "unsupported_algorithm"],
  // The tenant's own words about its checks, and what it lists.
  ...["check", "name", "reference", "registration_id"],
  ...["challenge_token", "code", "customer_ref", "detail", "eligibility_message", "explanation", "gate"],
  ...["instructions", "issuing_country", "locale", "message", "model_version", "next_cursor", "place"],
  ...["reason", "result_ids", "return_url", "signature", "threshold", "url", "version", "why"],
];

const LENGTHS = ["min_length", "max_length"];
/** Whether a string may be any text: its checks, if any, are of its length alone. */
const isUnchecked = (checks: unknown = []) =>
  (checks as z.core.$ZodCheck[]).every(({ _zod }) => LENGTHS.includes(_zod.def.check));

it("every free text of an answer is known not to be personal", () => {
  const found = new Set<string>();
  const visit = (schema: z.ZodType, path: string): void => {
    const { def } = schema as z.ZodType & { def: { type: string; [name: string]: unknown } };
    if (def.type === "object") {
      for (const [name, inner] of Object.entries(def.shape as Record<string, z.ZodType>))
        visit(inner, `${path}.${name}`);
    } else if (def.type === "array") visit(def.element as z.ZodType, path);
    else if (def.type === "record") visit(def.valueType as z.ZodType, `${path}.any member`);
    else if (def.type === "union") for (const each of def.options as z.ZodType[]) visit(each, path);
    else if (def.innerType !== undefined) visit(def.innerType as z.ZodType, path);
    else if (def.type === "string" && def.format === undefined && isUnchecked(def.checks))
      found.add(path.slice(path.lastIndexOf(".") + 1));
  };
  for (const { id, answer, scope } of API.flatMap(({ routes }) => routes)) {
    // A dossier needs a scope that is for all that it holds.
    if (scope === undefined || scope === "verifications:dossier") continue;
    if (answer.schema === undefined) continue;
    visit(
      forScopes(answer.schema, () => false),
      answer.schema.meta()?.id ?? id,
    );
  }
  expect([...found].sort()).toEqual([...OPEN_TEXTS].sort());
});
