import {
  CREDENTIAL_CHECKS,
  type CredentialCheckName,
  type CredentialOutcome,
} from "../../../vocabulary/credentials.ts";
import type { CheckStatus } from "../../../vocabulary/fraud.ts";
import type { PresentedCredential, ReadCredential } from "../../credentials/credential.ts";

interface CredentialCheck {
  readonly name: CredentialCheckName;
  readonly status: CheckStatus;
}

interface CredentialVerdict {
  readonly outcome: CredentialOutcome;
  /** In the order of `CREDENTIAL_CHECKS`. */
  readonly checks: readonly CredentialCheck[];
}

/**
 * What the issuer's status list says of a credential. `none`: it names no list. `unchecked`: lists are not
 * fetched.
 */
export type Standing = "valid" | "revoked" | "none" | "unchecked";

const STATUS_OF: Readonly<Record<Standing, CheckStatus>> = {
  valid: "pass",
  revoked: "fail",
  none: "not_applicable",
  unchecked: "not_evaluated",
};

/** Issuers' clocks may differ by this much, in milliseconds. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The verdict of a credential that its device signed for this request; null for one that has no one reading.
 * A credential whose issuer the operator does not trust proves nothing, neither for the document nor against
 * it, unless it contradicts itself.
 */
export function judgeCredential(found: ReadCredential, now: number, standing: Standing): CredentialVerdict {
  const status = statusesOf(found, now, standing);
  const checks = CREDENTIAL_CHECKS.map((name) => ({ name, status: status[name] }));
  return { outcome: credentialOutcome(status), checks };
}

export type Statuses = Readonly<Record<CredentialCheckName, CheckStatus>>;

const of = (isRight: boolean): CheckStatus => (isRight ? "pass" : "fail");

const NONE = Object.fromEntries(
  CREDENTIAL_CHECKS.map((name) => [name, "not_evaluated" as CheckStatus]),
) as Statuses;

function statusesOf(found: ReadCredential, now: number, standing: Standing): Statuses {
  if (found === null) return { ...NONE, credential_format: "fail" };
  if ("unsupported" in found) return NONE;
  const { issuer, validFrom, validUntil, claims } = found;
  const isTrusted = issuer.anchor !== null;
  const issuing = claims.issuing_country;
  return {
    credential_format: "pass",
    credential_issuer_chain: isTrusted ? of(wasValid(found)) : "not_evaluated",
    credential_issuer_country:
      issuing === undefined || issuer.country === null
        ? "not_applicable"
        : of(issuing.toUpperCase() === issuer.country),
    credential_issuer_signature: of(found.isSignatureValid),
    credential_digests: of(found.areDigestsValid),
    credential_validity: of(
      (validFrom === null || validFrom <= now + CLOCKS_DIFFER_MS) &&
        (validUntil === null || now < validUntil),
    ),
    credential_status: STATUS_OF[standing],
    credential_device_signature: "pass",
  };
}

/** Whether the signer's certificate was valid when it signed, and that was not in the future. */
function wasValid({ issuer, signedAt }: PresentedCredential): boolean {
  return signedAt === null || (issuer.validFrom <= signedAt && signedAt <= issuer.validTo);
}

/** Checks that no genuine credential fails, of whichever issuer. */
const FORGED: readonly CredentialCheckName[] = [
  "credential_format",
  "credential_issuer_chain",
  "credential_issuer_country",
  "credential_issuer_signature",
  "credential_digests",
];

/** The outcome that the checks give. */
export function credentialOutcome(status: Statuses): CredentialOutcome {
  if (FORGED.some((name) => status[name] === "fail")) return "not_authentic";
  if (status.credential_issuer_signature === "not_evaluated") return "unsupported_algorithm";
  if (status.credential_issuer_chain !== "pass") return "unknown_issuer";
  if (status.credential_status === "fail") return "revoked";
  return status.credential_validity === "pass" ? "authentic" : "expired";
}
