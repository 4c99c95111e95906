import { expect, it } from "vitest";
import {
  toVerification,
  type VerificationRow,
} from "../../../edge/store/verifications/stored-verification.ts";
import { newVerification } from "../../../edge/verification/machine.ts";
import { policySchema } from "../../../edge/verification/policy.ts";

const verification = newVerification("vf_1", "customer", policySchema.parse({}), 1_000);
const row: VerificationRow = { ...verification, tenantId: "tn_1", mode: "live", deviceCalls: 0 };

/** A step as it was stored before steps held evidence. */
const oldStep = {
  ...{ name: "liveness", status: "passed", attempts: 1, maxAttempts: 3, resultIds: ["lc_1"], reason: null },
  updatedAt: 2_000,
  parts: { check: { status: "passed", reason: null, attempts: 1, captureFailures: 0, stepUp: false } },
};

it("reads a row as the rules wrote it", () => {
  expect(toVerification(row)).toEqual(verification);
});

it.each(["steps", "policy", "decisionReasons", "nextAction"] as const)(
  "refuses a row whose %s do not parse, and names the row without its content",
  (column) => {
    const read = () => toVerification({ ...row, [column]: { name: "Erika Mustermann" } });
    expect(read).toThrow(/^The column [a-z_]+ of verification vf_1 does not parse\.$/);
  },
);

it("reads steps of the time before evidence where the verification is closed, and refuses them where it is open", () => {
  const closed = toVerification({ ...row, status: "completed", decision: "approved", steps: [oldStep] });
  expect(closed.steps[0]).toMatchObject({ name: "liveness", capture: null, findings: [] });
  expect(() => toVerification({ ...row, status: "in_progress", steps: [oldStep] })).toThrow("steps");
});
