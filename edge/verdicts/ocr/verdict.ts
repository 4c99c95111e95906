import type { DocumentType } from "../../../vocabulary/document-types.ts";
import type { EligibilityReason } from "../../../vocabulary/documents.ts";
import type { DocumentReading, Mrz } from "../../inference/port.ts";
import { type BarcodeReport, reportBarcodes } from "../barcode/barcodes.ts";
import { withBarcode } from "./barcode-fields.ts";
import { candidateTypes } from "./detected-type.ts";
import type { Fields } from "./field.ts";
import { mergeFields } from "./fields.ts";
import { isOfTheDocument, possibleTypes, type Rejection, rejections } from "./gates.ts";

export interface OcrVerdict {
  readonly documentType: DocumentType;
  readonly detectedDocumentType: DocumentType | null;
  /** ISO 3166 alpha-3, or null. */
  readonly issuingCountry: string | null;
  readonly eligible: boolean;
  readonly reason: EligibilityReason;
  readonly message: string;
  readonly rejections: readonly Rejection[];
  /** The declared type, or else those that the document allows; null if unknown. */
  readonly possibleTypes: readonly DocumentType[] | null;
  readonly fields: Fields;
  readonly mrz: MrzReport | null;
  readonly barcodes: readonly BarcodeReport[];
  readonly rawText: string | null;
}

interface MrzReport {
  readonly format: Mrz["format"];
  readonly lines: readonly string[];
  /** Whether every check digit is right and every character is allowed in its place. */
  readonly valid: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
  /** Absent without repairs. */
  readonly repairs?: Mrz["repairs"];
}

/** The merged evidence of both sides of a document. */
interface WholeDocument {
  readonly fields: Fields;
  readonly candidates: readonly DocumentType[] | null;
  /** The other side; null if one image shows it all. */
  readonly other: DocumentReading | null;
}

/**
 * Judges a document's reading: first the gates, then the fields. If a gate rejects the image, the verdict
 * contains no field, no text and no MRZ; if only the document itself is rejected, it contains them.
 * `declared` is the caller's type (null: auto), `accepted` the policy's types (null outside a verification),
 * `now` the reference time for expiry and centuries. For one of two sides, the gates that concern the
 * document and not its image judge `whole`; null when one image is the whole document.
 */
export function judgeDocument(
  reading: DocumentReading,
  request: { declared: DocumentType | null; accepted: readonly DocumentType[] | null; now: number },
  whole: WholeDocument | null = null,
): OcrVerdict {
  const fields = withBarcode(mergeFields(reading, request.now, whole?.other), [reading]);
  const { candidates } = whole ?? { candidates: candidateTypes(reading) };
  const refused = rejections({ reading, fields: whole?.fields ?? fields, candidates, ...request });
  const detected = detectedType(candidates, request.declared);
  const isTrusted = refused.every(({ code }) => isOfTheDocument(code));
  const { code: reason, message } = refused[0] ?? ELIGIBLE;
  return {
    documentType: request.declared ?? detected ?? ("other" as const),
    detectedDocumentType: detected,
    issuingCountry: fields.issuing_country?.value ?? null,
    eligible: refused.length === 0,
    reason,
    message,
    rejections: refused,
    possibleTypes: possibleTypes({ declared: request.declared, candidates }),
    ...(isTrusted ? readOf(reading, fields) : WITHHELD),
  };
}

const ELIGIBLE = { code: "ok", message: "The document can be used." } as const;

const WITHHELD = { fields: {}, mrz: null, barcodes: [], rawText: null } as const;

const readOf = (reading: DocumentReading, fields: Fields) => ({
  fields,
  mrz: reading.mrz === null ? null : reportMrz(reading.mrz),
  barcodes: reportBarcodes(reading),
  rawText: reading.lines.map(({ text }) => text).join("\n"),
});

/** The declared type if the document allows it, else the likeliest. */
function detectedType(candidates: readonly DocumentType[] | null, declared: DocumentType | null) {
  if (candidates === null) return null;
  return candidates.find((type) => type === declared) ?? candidates[0] ?? null;
}

/** The MRZ as it is reported. */
export function reportMrz({ format, lines, checks, repairs }: Mrz): MrzReport {
  return {
    format,
    lines,
    valid: checks.every(({ valid }) => valid),
    checks: Object.fromEntries(checks.map(({ name, valid }) => [name, valid])),
    ...(repairs.length > 0 && { repairs }),
  };
}
