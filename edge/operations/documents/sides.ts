import type { DocumentReading, Examination, PortraitReading } from "../../inference/port.ts";
import type { ReadDetails } from "../../verdicts/details/compare.ts";
import { lacksBarcode } from "../../verdicts/document/expected-barcode.ts";
import {
  issuerOf,
  type MissingSide,
  missingSide,
  portraitSide,
  portraitsContradict,
} from "../../verdicts/document/portrait-side.ts";
import { linkSides, mergeSides } from "../../verdicts/document/sides.ts";
import { withBarcode, witnessed } from "../../verdicts/ocr/barcode-fields.ts";
import { candidatesOf, type RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import { judgeDocument, type OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import { linkedOutcome, sidesOutcome } from "../../verdicts/outcomes/sides.ts";
import { ocrOutcome, type StepOutcome } from "../../verdicts/outcomes/step-outcome.ts";
import type { Policy } from "../../verification/policy.ts";
import type { Check } from "../checks.ts";
import { type JudgedImage, judgeImage } from "./fraud-result.ts";

/** A front alone, or front and back. */
export type Sides<T> = readonly [T] | readonly [T, T];

export interface JudgedSide {
  readonly reading: PortraitReading;
  readonly ocr: OcrVerdict;
  readonly fraud: JudgedImage;
}

/** The verdicts on a document's sides, and their meaning for the two parts of the document step. */
interface JudgedDocument {
  readonly sides: readonly JudgedSide[];
  /** The index of the side that shows the document's portrait; null if neither does. */
  readonly portrait: number | null;
  /** The side that is needed as well; null if nothing is missing. */
  readonly missing: MissingSide;
  readonly read: StepOutcome;
  readonly fraud: StepOutcome;
  /** What all sides show together. */
  readonly values: ReadDetails;
}

/**
 * Judges the sides of a document. Each side has verdicts of its own; identifying fields, the date of expiry
 * and the type may stand on either side.
 */
export async function judgeDocumentSides(
  check: Check,
  policy: Policy,
  found: readonly Examination[],
  type: RequestedDocumentType,
): Promise<JudgedDocument> {
  const { fixed, now } = check;
  const [front, back = null] = found.map(({ reading }) => reading) as [PortraitReading, PortraitReading?];
  const whole = {
    fields: withBarcode(mergeSides(front, back, now), back === null ? [front] : [front, back]),
    candidates: candidatesOf(front, back),
  };
  const request = { declared: type === "auto" ? null : type, accepted: policy.document_types, now };
  const sides = await Promise.all(
    found.map(async (examination, i) => {
      const other = found[1 - i]?.reading ?? null;
      return {
        reading: examination.reading,
        ocr: judgeDocument(examination.reading, request, { ...whole, other }),
        fraud: await judgeImage(check, examination, type, other),
      };
    }),
  );
  const fraud = sidesOutcome(
    sides.map((side) => side.fraud.verdict),
    policy,
    check.scope.mode,
  );
  const portrait = portraitSide(found.map(({ reading }) => reading));
  const missing =
    fixed === null && back === null ? sideMissingOf(front, sides[0]!.ocr, whole.fields, now) : null;
  const isWithout =
    fixed === null && back !== null && lacksBarcode([front, back], sides[0]!.ocr.documentType, now);
  const together = togetherOf(sides, portrait, whole.fields, isWithout);
  // A barcode's own values confirm nothing.
  const values = { ...together, fields: witnessed(together.fields) };
  if (missing !== null) {
    const notYet: StepOutcome = { outcome: "capture_quality", reason: `${missing}_missing` };
    const stands = fraud.outcome === "failed" || fraud.outcome === "adverse";
    const read = { read: notYet, fraud: stands ? fraud : notYet };
    return { sides, portrait, missing, ...read, values };
  }
  const evidence = { ...together, isSpecimen: fixed !== null, lacksBarcode: isWithout };
  const alone = ocrOutcome(evidence, policy, now);
  const link = back === null || fixed !== null ? "linked" : await linkOf(check, front, back);
  return { sides, portrait, missing, read: linkedOutcome(alone, link, policy), fraud, values };
}

/** The link of front and back; portraits of two people contradict each other as other elements do. */
async function linkOf({ services, now }: Check, front: PortraitReading, back: PortraitReading) {
  const link = linkSides(front, back, now);
  if (front.portrait === null || back.portrait === null) return link;
  return portraitsContradict([front, back], await services.inference.bundle()) ? "contradicting" : link;
}

/**
 * The other side is requested only if this side is usable, or lacks nothing but a number or name that the
 * other side may have.
 */
function sideMissingOf(
  reading: DocumentReading,
  { rejections, documentType }: OcrVerdict,
  fields: OcrVerdict["fields"],
  now: number,
) {
  const isUsable = rejections.every(({ gate }) => gate === "identifying_fields");
  return isUsable ? missingSide(reading, documentType, issuerOf(fields), now) : null;
}

/**
 * The outcome of all sides: usable if each side is. The back of a licence may show a document by its barcode
 * alone: without one that was read, that it shows none is no reason of its own.
 */
function togetherOf(
  sides: readonly JudgedSide[],
  portrait: number | null,
  fields: OcrVerdict["fields"],
  isWithoutBarcode: boolean,
) {
  const isBlank = ({ reading, ocr }: JudgedSide) =>
    reading.portrait === null && ocr.rejections.every(({ code }) => code === "no_document_found");
  const refused = sides.find((side) => !side.ocr.eligible && !(isWithoutBarcode && isBlank(side)));
  const { documentType, reason } = (refused ?? sides[0]!).ocr;
  return {
    eligible: refused === undefined,
    reason,
    fields,
    documentType,
    mrz: sides.map(({ ocr }) => ocr.mrz).find((mrz) => mrz !== null) ?? null,
    hasPortrait: portrait !== null && sides[portrait]!.ocr.eligible,
  };
}
