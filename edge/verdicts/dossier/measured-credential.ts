import { z } from "zod";
import {
  CREDENTIAL_CHECKS,
  CREDENTIAL_OUTCOMES,
  type CredentialOutcome,
} from "../../../vocabulary/credentials.ts";
import type { MeasuredSigned } from "../../verification/measured.ts";

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

/** The faults of a credential: checks that give another outcome, and a record that says something else. */
export function credentialFaults(body: Body, record: MeasuredSigned): string[] {
  const { outcome } = body;
  const allowed = possible(body);
  const found = JSON.stringify([outcome, failedChecks(body)]);
  return [
    ...(allowed.includes(outcome) ? [] : [`its checks give ${allowed.join(" or ")}, it says ${outcome}`]),
    ...(found === JSON.stringify([record.outcome, record.failed])
      ? []
      : ["its call's record says something else"]),
  ];
}
