import { expect, it } from "vitest";
import { toVerification, type VerificationRow } from "#edge/store/verifications/stored-verification.ts";
import { newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";

const verification = newVerification("vf_1", "customer", policySchema.parse({}), 1_000);
const row: VerificationRow = {
  ...verification,
  ...{ tenantId: "tn_1", mode: "live", deviceCalls: 0, readRevision: 0, checkDeadline: null },
  ...{ claimedBy: "usr_1", claimedSession: null, claimedUntil: 2_000 },
};

it("reads a row as the rules wrote it", () => {
  expect(toVerification(row)).toEqual(verification);
});

it.each(["steps", "policy", "decisionReasons", "nextAction", "proposal", "checks"] as const)(
  "rejects a row whose %s do not parse, and names the row without its content",
  (column) => {
    const read = () => toVerification({ ...row, [column]: { name: "Erika Mustermann" } });
    expect(read).toThrow(/^The column [a-z_]+ of verification vf_1 does not parse\.$/);
  },
);
