import { z } from "zod";
import { CREDENTIAL_CHECKS, CREDENTIAL_OUTCOMES } from "../../../vocabulary/credentials.ts";
import { CHECK_STATUSES } from "../../../vocabulary/fraud.ts";
import { CHIP_CHECKS, SIGNED_OUTCOMES, type SignedOutcome } from "../../../vocabulary/signed-evidence.ts";
import type { MeasuredSigned } from "../../verification/measured.ts";
import { credentialOutcome, type Statuses } from "../credential/judge.ts";

export const chipBody = z.object({
  outcome: z.enum(SIGNED_OUTCOMES),
  deterministic_checks: z.array(
    z.object({ name: z.enum(CHIP_CHECKS), status: z.enum(CHECK_STATUSES), severity: z.string() }),
  ),
  anchor: z.unknown(),
  signer: z.unknown(),
  clone_check: z.string(),
  security_bits: z.number(),
});
type Chip = z.output<typeof chipBody>;

export const credentialBody = z.object({
  outcome: z.enum(CREDENTIAL_OUTCOMES),
  deterministic_checks: z.array(
    z.object({ name: z.enum(CREDENTIAL_CHECKS), status: z.enum(CHECK_STATUSES) }),
  ),
  issuer: z.object({ anchor: z.unknown() }).nullable(),
});
type Credential = z.output<typeof credentialBody>;

/** The outcomes that a chip's own checks, trust anchor and answer allow. */
function outcomesOfChip(body: Chip): readonly SignedOutcome[] {
  const isBroken = body.deterministic_checks.some(
    ({ status, severity }) => status === "fail" && severity === "critical",
  );
  if (body.signer === null) return ["not_readable"];
  if (isBroken) return ["not_authentic"];
  if (body.anchor === null) return ["unknown_issuer"];
  return ["not_readable", body.clone_check === "passed" ? "authentic" : "data_authentic"];
}

/** The same of a credential's. One without the claims that the policy needs is not readable. */
function outcomesOfCredential(body: Credential): readonly SignedOutcome[] {
  const status = Object.fromEntries(body.deterministic_checks.map((each) => [each.name, each.status]));
  const outcome = credentialOutcome(status as Statuses);
  const isJudged = outcome !== "not_authentic" && outcome !== "unsupported_algorithm";
  if (isJudged && body.issuer?.anchor == null) return ["unknown_issuer"];
  return outcome === "authentic" ? ["not_readable", "authentic"] : [outcome];
}

/** The faults of a chip: checks that give another outcome, and a record that says something else. */
export const chipFaults = (body: Chip, record: MeasuredSigned): string[] => [
  ...faultsOf(body, outcomesOfChip(body), record),
  ...(body.security_bits === record.strength ? [] : ["its call's record has another strength"]),
];

/** The same of a wallet's credential. */
export const credentialFaults = (body: Credential, record: MeasuredSigned): string[] =>
  faultsOf(body, outcomesOfCredential(body), record);

function faultsOf(
  { outcome, deterministic_checks: checks }: Chip | Credential,
  allowed: readonly SignedOutcome[],
  record: MeasuredSigned,
): string[] {
  const failed = checks.flatMap(({ name, status }) => (status === "fail" ? [name] : []));
  const isSame = JSON.stringify([outcome, failed]) === JSON.stringify([record.outcome, record.failed]);
  return [
    ...(allowed.includes(outcome) ? [] : [`its checks give ${allowed.join(" or ")}, it says ${outcome}`]),
    ...(isSame ? [] : ["its call's record says something else"]),
  ];
}
