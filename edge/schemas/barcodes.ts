import { z } from "zod";
import { BARCODE_KINDS, FIELD_KEYS, SYMBOLOGIES } from "../../vocabulary/documents.ts";
import { SEAL_STATUSES, SEAL_UNCHECKED } from "../../vocabulary/trust.ts";
import { bbox } from "./common.ts";

const seal = z
  .object({
    status: z
      .enum(SEAL_STATUSES)
      .describe(
        "`valid`: the signer is among the operator's trust anchors, and signed these data. `invalid`: the signer did not. `unknown_signer`: the operator trusts no such signer; nothing follows.",
      ),
    signer: z
      .string()
      .describe(
        "The signer, as the seal names it: country and signer, country and CA, or the country alone.",
      ),
    certificate: z
      .string()
      .describe(
        "The signer's certificate, as the seal names it. `icao_idb`: the last five bytes of its SHA-1, in hex.",
      ),
    issuing_state: z.string().nullable().describe("Issuing state by the seal, ISO 3166 alpha-3, or null."),
    signed_on: z.iso
      .date()
      .nullable()
      .describe("The day of the signature, or null if the seal does not say."),
    anchor: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .describe(
        "SHA-256 of the trust anchor's certificate: the signer's, or its CA's; null for an unknown signer.",
      ),
    not_checked: z
      .array(z.enum(SEAL_UNCHECKED))
      .describe(
        "What a valid seal leaves open: `revocation` of the signer; `signer_chain`: whether a CA issued its certificate; `signing_date`; `carrier` and `portrait`: a copy of the seal has the same signature.",
      ),
  })
  .meta({ id: "Seal", description: "The signature of a signed barcode." });

/** One of `barcodes` of a document's reading. */
export const barcode = z
  .object({
    symbology: z.enum(SYMBOLOGIES).describe("The kind of symbol."),
    kind: z
      .enum(BARCODE_KINDS)
      .describe(
        "`aamva`: the barcode of a North American licence or identification card. `icao_vds`: a visible digital seal (ICAO Doc 9303-13). `icao_idb`: an ICAO Datastructure for Barcode (IDB); an unsigned one has no `fields`. `2d_doc`: a seal of France. `other`: another one, whose content is not returned.",
      ),
    fields: z
      .partialRecord(z.enum(FIELD_KEYS), z.string())
      .describe("The values that it encodes. Dates are ISO 8601, countries ISO 3166 alpha-3."),
    seal: seal.nullable().describe("The issuer's signature; null for a barcode that is not signed."),
    bbox: bbox.describe("Where it is."),
  })
  .meta({ id: "Barcode", description: "One barcode of a document. Anybody can print an unsigned one." });
