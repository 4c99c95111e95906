import { operatorContext } from "#edge/operations/commit/context.ts";
import { importAnchors } from "#edge/operations/trust/import-anchors.ts";
import type { Database } from "#edge/store/batch.ts";
import type { Identity } from "./certificates.ts";
import { referenceOf } from "./seals.ts";

/** Makes a signer of seals a trust anchor of test mode, as the operator's import does. */
export async function trustSigner({ db }: { readonly db: Database }, signer: Identity, number = "32") {
  const { certificate, sha256, name } = signer;
  const anchor = { certificate, sha256, country: name.country, subjectKeyId: null };
  const valid = { validFrom: Date.UTC(2020, 0, 1), validTo: Date.UTC(2035, 0, 1) };
  return importAnchors(operatorContext({ db }, Date.now()), {
    mode: "test",
    kind: "seal",
    anchors: [
      {
        ...anchor,
        ...valid,
        signer: `${name.country}${name.commonName}/${number}`,
        reference: referenceOf(signer),
      },
    ],
    signedBy: null,
    sourceSha256: sha256,
  });
}
