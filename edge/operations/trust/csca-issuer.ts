import { type AnchorRow, findIssuers } from "../../store/trust-anchors.ts";
import type { Check } from "../checks.ts";

/** The trust anchors that may have issued a certificate, and the one whose key signed it. */
interface CscaIssuer {
  readonly candidates: readonly AnchorRow[];
  readonly anchor: AnchorRow | null;
}

/** The CSCA that issued a certificate (DER). `keyId` and `country` are what the certificate says of it. */
export async function cscaIssuer(
  { services: { db, inference }, scope: { mode }, call }: Pick<Check, "services" | "scope" | "call">,
  certificate: Uint8Array,
  named: { readonly keyId: string | null; readonly country: string | null },
): Promise<CscaIssuer> {
  const candidates = await findIssuers(db, { mode, kind: "csca", ...named });
  if (candidates.length === 0) return { candidates, anchor: null };
  const certificates = candidates.map((each) => each.certificate);
  const made = await inference.findIssuer(certificate, certificates, call.inferenceUse);
  return { candidates, anchor: made === null ? null : candidates[made]! };
}
