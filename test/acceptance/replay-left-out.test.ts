import { expect, it } from "vitest";
import { CHANGES, type Change } from "#test/harness/edge/policy-changes.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { openPolicies, UPLOADS } from "./policy-calls.ts";

const { post, create, decide, replay } = await openPolicies();

const checks = (deadline_seconds: number, fields: string[] = []) => ({
  external_checks: [{ name: "watchlist", deadline_seconds, fields }],
});
const REGISTERED = { require_face_match: false, match_registered: "require" };
/** The tenant answers after two minutes. */
const { finish } = CHANGES.external_checks;
const { match_registered: returning } = CHANGES;
const plain: Pick<Change, "prepare" | "uploads"> = { uploads: UPLOADS };

it.each([
  ["a search for a document among other end users", {}, { repeat: "review" }],
  ["the block list", {}, { block_list: "review" }],
  ["an external check that was not requested", {}, checks(3_600)],
  ["an answer about other fields", checks(3_600), checks(3_600, ["full_name"])],
  ["an answer that the deadline cut off", checks(60), checks(3_600)],
  ["the comparison with a registered face", {}, { match_registered: "require" }],
  [
    "a registration that an approval made",
    REGISTERED,
    { ...REGISTERED, match_registered: "approval_only" },
    returning,
  ],
] as [string, object, object, Pick<Change, "prepare" | "uploads">?][])(
  "a decision that would need %s is left out of a replay",
  async (_, policy, draft, { uploads, prepare } = plain) => {
    const { id } = await create(policy);
    const around = { ...(prepare && { prepare }), finish: finish! };
    const made = await (await decide({ policy_id: id }, uploads, around)).read();
    expect(made.status).toBe("completed");
    expect(await replay(id)).toMatchObject({ replayed: 1, unchanged: 1, left_out: [] });
    expect(await replay(id, { policy: draft })).toMatchObject({
      ...{ examined: 1, replayed: 0 },
      left_out: [{ why: "not_measured", count: 1 }],
    });
  },
);

it("a replay of a contested decision compares the decline that the rules made", async () => {
  const policy = { steps: ["document"], contest: "on" };
  const { id } = await create({ ...policy, min_age: 60 });
  const begun = await decide({ policy_id: id });
  expect(outcome(await post(`/v1/verifications/${begun.id}/contest`, {}, begun.token))).toBe("201");
  const decline = { from: "declined", to: "approved", count: 1 };
  expect((await replay(id, { policy })).changes).toEqual([decline]);
  const ruling = {
    ruling: "approved",
    reason: "identity_confirmed",
    note: "Seen in person.",
    acting_as: "ada",
  };
  expect(outcome(await post(`/v1/verifications/${begun.id}/review`, ruling))).toBe("200");
  expect((await replay(id, { policy })).changes).toEqual([decline]);
});
