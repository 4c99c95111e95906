import type { NeededClaims } from "../../credentials/claims.ts";
import type { ClaimName } from "../../credentials/credential.ts";
import { acceptedCredentials } from "../../verification/credential-policy.ts";
import type { Policy } from "../../verification/policy.ts";
import { isAgeOnly } from "../../verification/purpose.ts";

/** The claims of a verification of the identity. A kind is asked for those that it has. */
const IDENTITY: readonly ClaimName[] = [
  "family_name",
  "given_name",
  "birth_date",
  "document_number",
  "expiry_date",
  "issuing_country",
  "nationality",
];

/** Claims without which a credential says too little. Every issuer of the kinds must offer them. */
const REQUIRED = {
  identity: ["family_name", "given_name", "birth_date", "expiry_date", "issuing_country"],
  age: ["age_over"],
} as const satisfies Readonly<Record<string, readonly ClaimName[]>>;

/**
 * What a request asks a wallet for: exactly what the policy needs. The portrait is compared with the live
 * face, so it is asked for only if the policy has that comparison.
 */
export function neededClaims(policy: Policy): NeededClaims {
  const portrait: ClaimName[] = policy.require_face_match ? ["portrait"] : [];
  const isAge = isAgeOnly(policy);
  return {
    kinds: acceptedCredentials(policy),
    names: isAge ? ["age_over", ...portrait] : [...IDENTITY, ...portrait],
    age: isAge ? policy.min_age : null,
  };
}

export const requiredClaims = (policy: Policy): readonly ClaimName[] =>
  isAgeOnly(policy) ? REQUIRED.age : REQUIRED.identity;
