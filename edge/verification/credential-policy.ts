import { z } from "zod";
import { CREDENTIAL_KINDS, type CredentialKind } from "../../vocabulary/credentials.ts";
import { isAgeOnly } from "./purpose.ts";

/** Which credentials of wallets a policy accepts (contract §3.5). */
export const credentialField = z
  .strictObject({
    accept: z
      .array(z.enum(CREDENTIAL_KINDS))
      .min(1)
      .refine((list) => new Set(list).size === list.length, "must not name a kind twice")
      .meta({ uniqueItems: true })
      .describe(
        "The kinds of credentials. `mdl`: a mobile driving licence (ISO/IEC 18013-5). `photo_id`: ISO/IEC 23220. `pid`: EU person identification data. `age`: an EU age attestation, which needs `purpose: age`.",
      ),
  })
  .optional()
  .describe(
    "The credentials of wallets that count. It needs `credential` in `document_evidence`. Default: `mdl`, `photo_id` and `pid`.",
  );

interface Ruled {
  readonly credential?: { readonly accept: readonly CredentialKind[] } | undefined;
  readonly document_evidence?: readonly string[] | undefined;
  readonly purpose?: "identity" | "age" | undefined;
}

/** Kinds that a policy accepts if it names none: those that carry an identity. */
const USUAL: readonly CredentialKind[] = ["mdl", "photo_id", "pid"];

/** The kinds of credentials that a policy accepts. */
export const acceptedCredentials = ({ credential }: Ruled): readonly CredentialKind[] =>
  credential?.accept ?? USUAL;

/** What is wrong with the field, if anything. */
export function credentialFaults(policy: Ruled): { path: [string]; message: string }[] {
  const { credential, document_evidence: evidence = [] } = policy;
  if (credential === undefined) return [];
  const path: [string] = ["credential"];
  const isUsed = evidence.includes("credential");
  if (!isUsed)
    return [
      { path, message: "needs credential in policy.document_evidence. Add it, or remove policy.credential" },
    ];
  return credential.accept.includes("age") && !isAgeOnly(policy)
    ? [
        {
          path,
          message:
            "needs policy.purpose: age for age, since such a credential has no name. Set it, or remove age",
        },
      ]
    : [];
}
