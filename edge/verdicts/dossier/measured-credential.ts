import { z } from "zod";
import {
  CREDENTIAL_CHECKS,
  CREDENTIAL_OUTCOMES,
  type CredentialOutcome,
} from "../../../vocabulary/credentials.ts";
import type { Policy } from "../../verification/policy.ts";
import { signedOutcome } from "../outcomes/signed.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";

export const credentialBody = z.object({
  outcome: z.enum(CREDENTIAL_OUTCOMES),
  deterministic_checks: z.array(z.object({ name: z.enum(CREDENTIAL_CHECKS), status: z.string() })),
  issuer: z.object({ anchor: z.unknown() }).nullable(),
});
type Body = z.output<typeof credentialBody>;

const failedChecks = ({ deterministic_checks }: Body) =>
  deterministic_checks.flatMap(({ name, status }) => (status === "fail" ? [name] : []));

/** The outcomes that a body's own checks and trust anchor allow. */
function possible(body: Body): readonly CredentialOutcome[] {
  const failed = failedChecks(body);
  if (failed.some((name) => name !== "credential_validity")) return ["not_authentic"];
  if (body.issuer?.anchor == null) return ["unknown_issuer"];
  return failed.length > 0 ? ["expired"] : ["not_readable", "authentic"];
}

/** The outcome that a credential gives by its own checks. Reports one whose checks give another outcome. */
export function judgeCredentialBody(
  body: Body,
  policy: Pick<Policy, "on_fraud_suspicious">,
  fault: (what: string) => void,
): StepOutcome {
  const { outcome } = body;
  const allowed = possible(body);
  if (!allowed.includes(outcome)) fault(`its checks give ${allowed.join(" or ")}, it says ${outcome}`);
  const failed = failedChecks(body);
  return signedOutcome({ kind: "credential", outcome, failed, strength: 128, sameAs: null }, policy);
}
