import { z } from "zod";
import { CHIP_CHECKS, SIGNED_OUTCOMES, type SignedOutcome } from "../../../vocabulary/signed-evidence.ts";
import type { MeasuredSigned } from "../../verification/measured.ts";

export const signedBody = z.object({
  outcome: z.enum(SIGNED_OUTCOMES),
  deterministic_checks: z.array(
    z.object({ name: z.enum(CHIP_CHECKS), status: z.string(), severity: z.string() }),
  ),
  anchor: z.unknown(),
  signer: z.unknown(),
  clone_check: z.string(),
  security_bits: z.number(),
});
type Body = z.output<typeof signedBody>;

const hasFailedCritical = ({ deterministic_checks }: Body) =>
  deterministic_checks.some(({ status, severity }) => status === "fail" && severity === "critical");

/** The outcomes that a body's own checks, trust anchor and answer of the chip allow. */
function possible(body: Body): readonly SignedOutcome[] {
  if (body.signer === null) return ["not_readable"];
  if (hasFailedCritical(body)) return ["not_authentic"];
  if (body.anchor === null) return ["unknown_issuer"];
  return ["not_readable", body.clone_check === "passed" ? "authentic" : "data_authentic"];
}

/** The faults of signed data: checks that give another outcome, and a record that says something else. */
export function signedFaults(body: Body, record: MeasuredSigned): string[] {
  const { outcome, deterministic_checks: checks, security_bits: strength } = body;
  const allowed = possible(body);
  const failed = checks.flatMap(({ name, status }) => (status === "fail" ? [name] : []));
  const found = JSON.stringify([outcome, strength, failed]);
  return [
    ...(allowed.includes(outcome) ? [] : [`its checks give ${allowed.join(" or ")}, it says ${outcome}`]),
    ...(found === JSON.stringify([record.outcome, record.strength, record.failed])
      ? []
      : ["its call's record says something else"]),
  ];
}
