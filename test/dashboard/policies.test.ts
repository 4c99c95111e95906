import { describe, expect, it } from "vitest";
import { GROUPS, KEYS, widgetOf } from "#edge/dashboard/sections/policies/policy-fields.tsx";
import { type Policy, policySchema } from "#edge/verification/policy.ts";
import { CHANGES, send } from "#test/harness/edge/policy-changes.ts";
import { DOCUMENT_TYPES } from "#vocabulary/document-types.ts";
import { frame, reading } from "../harness/edge/inference-results.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { newOwner } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor, key } = await newOwner(edge);
const PATH = "/dashboard/test/policies";

/** The texts of a form that enters this policy. */
const entered = (policy: Policy): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    KEYS.map((field) => {
      const value = policy[field];
      const { kind } = widgetOf(field);
      // A browser sends nothing of boxes without a tick.
      if (value == null) return [field, kind === "choices" ? [] : ""];
      if (kind === "choices") return [field, value as readonly string[]];
      return [field, kind === "json" ? JSON.stringify(value) : String(value)];
    }),
  );
const DEFAULTS = entered(policySchema.parse({}));

async function create(fields: Record<string, string | readonly string[]>) {
  await visitor.get(PATH);
  return visitor.post(PATH, { ...DEFAULTS, name: "Standard", ...fields });
}

async function created(fields: Record<string, string> = {}) {
  const page = await create(fields);
  expect(page.status).toBe(303);
  return page.location!;
}

const policyOf = async (path: string) =>
  (await edge.call("GET", `/v1/policies/${path.split("/").at(-1)}`, key)).body;

describe("the form of a policy", () => {
  it("has a field for every key of a policy, explained and named as in the API", async () => {
    const { text } = await visitor.get(PATH);
    for (const field of KEYS) {
      expect.soft(text, field).toMatch(new RegExp(`name="${field}"`));
    }
    expect(KEYS.filter((field) => widgetOf(field).kind === "json")).toEqual([
      "external_checks",
      "credential",
    ]);
    expect(text).toContain("External checks (JSON)");
    expect(text).toContain("The minimum age in years, or null for none.");
    expect(
      Object.keys(policySchema.parse({})).filter((each) => !KEYS.includes(each as keyof Policy)),
    ).toEqual([]);
  });

  it("has each field in one group, and each type of document once", async () => {
    expect(Object.values(GROUPS).flat().toSorted()).toEqual(KEYS.toSorted());
    const { text } = await visitor.get(PATH);
    const types = [...text.matchAll(/name="document_types" value="(\w+)"/g)].map(([, type]) => type);
    expect(types).toEqual(DOCUMENT_TYPES);
    expect(text).toContain("Identity card (cid)");
  });

  it("makes the policy that the API would make of the same values", async () => {
    const given = {
      ...{ min_age: 21, dedupe: "review", steps: ["liveness", "document"], store_media: "portrait" },
      ...{ repeat: "decline", block_list: "review", contest: "on" },
      external_checks: [{ name: "watchlist", fields: ["full_name"] }],
    };
    const policy = policySchema.parse(given);
    const path = (await create(entered(policy))).location!;
    expect((await policyOf(path)).policy).toEqual(policy);
  });

  it("leaves the default of what is not set", async () => {
    const path = await created({ require_face_match: "", on_expected_mismatch: "" });
    expect((await policyOf(path)).policy).toEqual(policySchema.parse({}));
  });

  it.each([
    [{ min_age: "200" }, "min_age", "Min age must be at most 120."],
    [{ min_age: "1e1" }, "min_age", "Min age must be a whole number."],
    [{ steps: [] }, "steps", "Steps must have at least one"],
    [{ steps: ["document"], require_face_match: "true" }, "require_face_match", "needs both"],
    [{ external_checks: "watchlist" }, "external_checks", "must be JSON."],
    [{ external_checks: '[{"name":"Watchlist"}]' }, "external_checks", "1 to 40 lower-case letters"],
    [{ match_registered: "require", steps: ["document"] }, "match_registered", "needs the liveness step"],
    [{ name: "" }, "name", "Name must not be empty."],
  ])("marks the field of a fault, and keeps what was entered: %j", async (fields, name, said) => {
    const page = await create({ max_attempts: "7", ...fields });
    expect(page.status).toBe(400);
    expect(page.text).toContain(`data-fault="${name}"`);
    expect(page.text).toContain(said);
    expect(page.text).toMatch(/name="max_attempts"[^>]*value="7"/);
  });
});

describe("the page of a policy", () => {
  it("lists the versions with what each changes of the one before", async () => {
    const path = await created({ min_age: "18" });
    await visitor.get(path);
    const next = { ...DEFAULTS, min_age: "21", made_with: "this_policy", action: "add" };
    const added = await visitor.follow(await visitor.post(`${path}/versions`, next));
    expect(added.text).toContain("Version 2 is in use.");
    expect(added.text).toMatch(/<code>min_age<\/code>: 18 → 21/);
    expect(added.text).toMatch(/<code>min_age<\/code>: null → 18/);
  });

  it("replays a draft on past decisions and adds no version", async () => {
    const path = await created();
    const policy_id = path.split("/").at(-1);
    const body = { customer_ref: "customer-1", policy_id };
    const { verification, session_token } = (await edge.call("POST", "/v1/verifications", key, body)).body;
    edge.answers.reading = reading();
    edge.answers.frames = [frame({}, 0.9)];
    await send(edge, { id: verification.id, token: session_token.token }, CHANGES.min_age.uploads);
    await visitor.get(path);
    const draft = { ...DEFAULTS, min_age: "99", made_with: "this_policy", action: "replay" };
    const page = await visitor.follow(await visitor.post(`${path}/versions`, draft));
    expect(page.status).toBe(200);
    expect(page.text).toContain("1 decisions of the last 30 days");
    expect(page.text).toContain("The person is younger than the minimum age");
    expect(page.text).toContain("UTO");
    expect(page.text).toMatch(/name="min_age"[^>]*value="99"/);
    expect((await policyOf(path)).version).toBe(1);
  });

  it("archives the policy for good", async () => {
    const path = await created();
    await visitor.get(path);
    await visitor.post(`${path}/archive`, {});
    expect((await policyOf(path)).archived_at).not.toBeNull();
    expect((await visitor.get(path)).text).not.toContain("Add version");
  });
});
