import {
  CREDENTIAL_CHECKS,
  type CredentialCheckName,
  type CredentialOutcome,
} from "../../../vocabulary/credentials.ts";
import type { CheckStatus } from "../../../vocabulary/fraud.ts";
import type { PresentedCredential } from "../../credentials/credential.ts";

interface CredentialCheck {
  readonly name: CredentialCheckName;
  readonly status: CheckStatus;
}

interface CredentialVerdict {
  readonly outcome: CredentialOutcome;
  /** In the order of `CREDENTIAL_CHECKS`. */
  readonly checks: readonly CredentialCheck[];
}

/** Issuers' clocks may differ by this much, in milliseconds. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The verdict of a credential that its device signed for this request; null for one that has no one reading.
 * Only an issuer that the operator trusts can make a credential count, or count against the person: of an
 * unknown issuer nothing is known.
 */
export function judgeCredential(found: PresentedCredential | null, now: number): CredentialVerdict {
  const status = statusesOf(found, now);
  const checks = CREDENTIAL_CHECKS.map((name) => ({ name, status: status[name] }));
  return { outcome: credentialOutcome(status), checks };
}

export type Statuses = Readonly<Record<CredentialCheckName, CheckStatus>>;

const of = (isRight: boolean): CheckStatus => (isRight ? "pass" : "fail");

function statusesOf(found: PresentedCredential | null, now: number): Statuses {
  if (found === null) {
    const none = Object.fromEntries(CREDENTIAL_CHECKS.map((name) => [name, "not_evaluated" as CheckStatus]));
    return { ...(none as Statuses), credential_format: "fail" };
  }
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
    // Without a key that is verified here nothing can be said of the signature.
    credential_issuer_signature: issuer.key === null ? "not_evaluated" : of(found.isSignatureValid),
    credential_digests: of(found.areDigestsValid),
    credential_validity: of(
      (validFrom === null || validFrom <= now + CLOCKS_DIFFER_MS) &&
        (validUntil === null || now < validUntil),
    ),
    credential_device_signature: "pass",
  };
}

/** Whether the signer's certificate was valid when it signed, and that was not in the future. */
function wasValid({ issuer, signedAt }: PresentedCredential): boolean {
  return signedAt === null || (issuer.validFrom <= signedAt && signedAt <= issuer.validTo);
}

/** Checks that a genuine credential of a trusted issuer never fails. */
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
  if (status.credential_issuer_chain !== "pass" || status.credential_issuer_signature !== "pass") {
    return "unknown_issuer";
  }
  return status.credential_validity === "pass" ? "authentic" : "expired";
}
