import type { Examination, PortraitReading } from "../../inference/port.ts";
import type { ReadDetails } from "../../verdicts/details/compare.ts";
import { lacksBarcode } from "../../verdicts/document/expected-barcode.ts";
import { issuerOf, missingSide, portraitsContradict } from "../../verdicts/document/portrait-side.ts";
import { linkSides, mergeSides } from "../../verdicts/document/sides.ts";
import { withBarcode, witnessed } from "../../verdicts/ocr/barcode-fields.ts";
import { candidatesOf, type RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import { judgeDocument, type OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import type { Policy } from "../../verification/policy.ts";
import type { Check } from "../checks.ts";
import { type JudgedImage, judgeImage } from "./fraud-result.ts";
import { measuredReading, type UnnamedReading } from "./measured.ts";

/** A front alone, or front and back. */
export type Sides<T> = readonly [T] | readonly [T, T];

export interface JudgedSide {
  readonly reading: PortraitReading;
  readonly ocr: OcrVerdict;
  readonly fraud: JudgedImage;
}

/** The verdicts on a document's sides, and what they show together. */
interface JudgedDocument {
  readonly sides: readonly JudgedSide[];
  readonly measured: UnnamedReading;
  /** The values of all sides, without a barcode's own: these confirm nothing. */
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
  const { documentType } = sides[0]!.ocr;
  const isWhole = fixed !== null || back !== null;
  const measured = measuredReading({
    sides,
    fields: whole.fields,
    missing: isWhole ? null : missingSide(front, documentType, issuerOf(whole.fields), now),
    lacksBarcode: fixed === null && back !== null && lacksBarcode([front, back], documentType, now),
    link: back === null || fixed !== null ? "linked" : await linkOf(check, front, back),
  });
  const mrz = sides.map(({ ocr }) => ocr.mrz).find((each) => each !== null) ?? null;
  return { sides, measured, values: { mrz, fields: witnessed(whole.fields) } };
}

/** The link of front and back; portraits of two people contradict each other as other elements do. */
async function linkOf({ services, now }: Check, front: PortraitReading, back: PortraitReading) {
  const link = linkSides(front, back, now);
  if (front.portrait === null || back.portrait === null) return link;
  return portraitsContradict([front, back], await services.inference.bundle()) ? "contradicting" : link;
}
