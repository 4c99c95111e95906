import { type Identity, newIdentity } from "../trust/certificates.ts";

/** An issuer of credentials: its CA, which an operator may trust, and its document signer. */
export interface CredentialIssuer {
  readonly ca: Identity;
  readonly signer: Identity;
}

const DOCUMENT_SIGNER = "1.0.18013.5.1.2";

/** An issuer of the invented state Utopia, or another. `usages`: extended key usages of its signer. */
export function makeIssuer({
  country = "UT",
  name = "Utopia",
  usages = [DOCUMENT_SIGNER],
  signerValidTo,
  curve = "prime256v1",
  ca = newIdentity({ country, commonName: `${name} IACA`, curve: "prime256v1" }),
}: {
  readonly country?: string;
  readonly name?: string;
  readonly usages?: readonly string[];
  readonly signerValidTo?: number;
  /** Of the signer's key. */
  readonly curve?: string;
  readonly ca?: Identity;
} = {}): CredentialIssuer {
  const signer = newIdentity({
    ...{ country, commonName: `${name} document signer`, curve, issuer: ca, usages },
    ...(signerValidTo !== undefined && { validTo: signerValidTo }),
  });
  return { ca, signer };
}
