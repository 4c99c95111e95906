import type { DocumentReading, Mrz } from "../../inference/port.ts";
import type { DocumentType, EligibilityReason } from "../../vocabulary/documents.ts";
import { candidateTypes } from "./detected-type.ts";
import { type Fields, mergeFields } from "./fields.ts";
import { isOfTheDocument, type Rejection, rejections } from "./gates.ts";

export interface OcrVerdict {
  readonly documentType: DocumentType;
  readonly detectedDocumentType: DocumentType | null;
  /** ISO 3166 alpha-3, or null. */
  readonly issuingCountry: string | null;
  readonly eligible: boolean;
  readonly reason: EligibilityReason;
  readonly message: string;
  readonly rejections: readonly Rejection[];
  readonly fields: Fields;
  readonly mrz: MrzReport | null;
  readonly rawText: string | null;
}

interface MrzReport {
  readonly format: Mrz["format"];
  readonly lines: readonly string[];
  /** Whether every check digit is right, and every character one that may stand where it does. */
  readonly valid: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
  /** Absent where nothing was repaired. */
  readonly repairs?: Mrz["repairs"];
}

/** The evidence of both sides of a document together; null where one picture is the whole document. */
interface WholeDocument {
  readonly fields: Fields;
  readonly candidates: readonly DocumentType[] | null;
}

/**
 * Judges what was read off a document: the gates, then its fields. Where a gate refuses the picture no field,
 * no text and no MRZ is told; where the document itself does not serve, what was read of it is. `declared` is
 * the caller's word for the type (null: auto), `accepted` the policy's types (null outside a verification),
 * `now` the moment that expiry and centuries are counted from. Of one of two sides the gates that look at the
 * document, not at its picture, judge the `whole`.
 */
export function judgeDocument(
  reading: DocumentReading,
  request: { declared: DocumentType | null; accepted: readonly DocumentType[] | null; now: number },
  whole: WholeDocument | null = null,
): OcrVerdict {
  const fields = mergeFields(reading, request.now);
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
    ...(isTrusted ? readOf(reading, fields) : UNTOLD),
  };
}

const ELIGIBLE = { code: "ok", message: "The document can be used." } as const;

const UNTOLD = { fields: {}, mrz: null, rawText: null } as const;

const readOf = ({ mrz, lines }: DocumentReading, fields: Fields) => ({
  fields,
  mrz: mrz === null ? null : reportZone(mrz),
  rawText: lines.map(({ text }) => text).join("\n"),
});

/** The declared type where the document can be that, else the likeliest. */
function detectedType(candidates: readonly DocumentType[] | null, declared: DocumentType | null) {
  if (candidates === null) return null;
  return candidates.find((type) => type === declared) ?? candidates[0] ?? null;
}

function reportZone({ format, lines, checks, repairs }: Mrz): MrzReport {
  return {
    format,
    lines,
    valid: checks.every(({ valid }) => valid),
    checks: Object.fromEntries(checks.map(({ name, valid }) => [name, valid])),
    ...(repairs.length > 0 && { repairs }),
  };
}
