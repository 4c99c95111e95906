import type { DocumentType } from "../../../vocabulary/document-types.ts";
import type { EligibilityReason } from "../../../vocabulary/documents.ts";
import type { DocumentReading, Mrz } from "../../inference/port.ts";
import { licenceBarcode } from "../barcode/barcodes.ts";
import { isoDay } from "../text/dates.ts";
import { CONFIDENT } from "../text/letters.ts";
import type { Fields } from "./field.ts";
import {
  documentMarks,
  identifyingFields,
  isHardToRead,
  leastConfidence,
  margins,
  misreadConfidence,
  overhang,
  showsNothing,
  showsPerson,
  textConfidence,
  uncheckedConfidence,
} from "./gate-measures.ts";

/**
 * Reasons that concern the document itself: it is not acceptable, but the image can be trusted and its
 * reading is reported. All other reasons mean that the reading may be wrong.
 */
const OF_THE_DOCUMENT: readonly EligibilityReason[] = [
  "document_expired",
  "document_type_mismatch",
  "unsupported_document_type",
];

/** Whether a reason concerns the document itself, and not its image. */
export const isOfTheDocument = (reason: EligibilityReason): boolean => OF_THE_DOCUMENT.includes(reason);

export interface Rejection {
  readonly gate: string;
  readonly code: Exclude<EligibilityReason, "ok">;
  readonly message: string;
  readonly value: number | string | null;
  readonly threshold: number | string | null;
  /** Whether another image of the same document can pass. */
  readonly retryable: boolean;
}

export interface GateInput {
  readonly reading: DocumentReading;
  readonly fields: Fields;
  /** The type that the caller declares; null if undeclared. */
  readonly declared: DocumentType | null;
  /** The types that the document's MRZ or title allows; null if unknown. */
  readonly candidates: readonly DocumentType[] | null;
  /** The types that the policy accepts; null outside a verification. */
  readonly accepted: readonly DocumentType[] | null;
  readonly now: number;
}

/** The measure of a gate that rejects, and the limit that it violates; null when the gate passes. */
type Violation = Pick<Rejection, "value" | "threshold"> | null;

interface Gate {
  readonly gate: string;
  readonly code: Rejection["code"];
  readonly message: string;
  readonly retryable: boolean;
  find(input: GateInput): Violation;
}

const under = (value: number, threshold: number): Violation =>
  value < threshold ? { value, threshold } : null;
const over = (value: number, threshold: number): Violation =>
  value > threshold ? { value, threshold } : null;

/** An MRZ with valid checks is accepted at and above this confidence, the same as for text. */
const MRZ_CONFIDENCE_MIN = 0.6;

/**
 * The confidence for which an MRZ with valid checks is rejected, and its limit; null if it is high enough.
 * Characters without a check digit, as in names and states, have a higher limit.
 */
export const unsureMrz = (mrz: Pick<Mrz, "checks">): Violation =>
  under(leastConfidence(mrz), MRZ_CONFIDENCE_MIN) ?? under(uncheckedConfidence(mrz), CONFIDENT);

/** Mean luma below which an image is too dark. */
const DARK = 45;

/**
 * Minimum number of document marks on a document without an MRZ. Measured: 10 specimens with a portrait,
 * their MRZs ignored, and 16 captures of all templates had at least two. A single mark may be a letter about
 * a passport, or a business card: 58 images of people, tables, screens and printed text had at most one.
 */
const MARKS_MIN = 2;

/**
 * Distance from three edges, as a share of the image's long side. A scan, cropped or placed in a corner,
 * has less.
 */
const CLEAR_MARGIN = 0.03;

/**
 * In the order in which the person should fix problems: light and sharpness come before their consequences.
 * Limits were set on 17 specimen photos (Laplacian variance 51–2,655, luma 121–233, saturated share up to
 * 0.80 on white stock), beyond the values of all of them. The size gate does not apply to images without a
 * document.
 */
export const GATES: readonly Gate[] = [
  {
    gate: "resolution",
    code: "resolution_too_low",
    message: "The document is too small in the image: move closer.",
    retryable: true,
    find: ({ reading: { quality } }) =>
      quality.documentLongSide === 0 ? null : under(quality.documentLongSide, 480),
  },
  {
    gate: "darkness",
    code: "image_too_dark",
    message: "The image is too dark.",
    retryable: true,
    find: ({ reading }) => under(reading.quality.meanLuma, DARK),
  },
  {
    gate: "brightness",
    code: "image_too_bright",
    message: "The image is too bright.",
    retryable: true,
    find: ({ reading }) => over(reading.quality.meanLuma, 245),
  },
  {
    gate: "sharpness",
    code: "image_too_blurry",
    message: "The image is blurred: hold still and let the camera focus.",
    retryable: true,
    find: ({ reading }) => under(reading.quality.laplacianVariance, 30),
  },
  {
    gate: "glare",
    code: "glare",
    message: "Light is reflected off the document: tilt it a little.",
    retryable: true,
    find: ({ reading }) => (isHardToRead(reading) ? over(reading.quality.saturatedShare, 0.25) : null),
  },
  {
    gate: "text",
    code: "too_much_text",
    message: "The image shows more text than a document has: show the document alone.",
    retryable: true,
    find: ({ reading }) => over(reading.quality.unreadLines, 0),
  },
  {
    gate: "document",
    code: "no_document_found",
    message: "No identity document was found in the image.",
    retryable: true,
    find: ({ reading, fields, candidates }) =>
      reading.mrz === null && licenceBarcode(reading) === null
        ? under(documentMarks(reading, fields, candidates), MARKS_MIN)
        : null,
  },
  {
    gate: "card",
    code: "document_not_isolated",
    message:
      "The edges of the document cannot be found: place it alone on a plain surface of another colour.",
    retryable: true,
    find: ({ reading, fields, candidates }) =>
      reading.card === null &&
      licenceBarcode(reading) === null &&
      documentMarks(reading, fields, candidates) >= MARKS_MIN
        ? { value: null, threshold: null }
        : null,
  },
  {
    gate: "outline",
    code: "document_cut_off",
    message: "A part of the document is outside the image.",
    retryable: true,
    find: ({ reading }) => over(overhang(reading), 0.02),
  },
  {
    gate: "margin",
    code: "document_cut_off",
    message: "The document touches the edge of the image: a part of it may be outside.",
    retryable: true,
    find: ({ reading }) => {
      const [least = 0, next = 0] = margins(reading).sort((a, b) => a - b);
      return next >= CLEAR_MARGIN ? under(least, 0.005) : null;
    },
  },
  {
    gate: "type_accepted",
    code: "unsupported_document_type",
    message: "The policy does not accept this type of document.",
    retryable: false,
    find: ({ accepted, ...input }) => {
      const possible = possibleTypes(input);
      if (accepted === null || possible === null || possible.some((type) => accepted.includes(type)))
        return null;
      return { value: possible.join(","), threshold: accepted.join(",") };
    },
  },
  {
    gate: "type_declared",
    code: "document_type_mismatch",
    message: "The document is not of the declared type.",
    retryable: true,
    find: ({ declared, candidates }) =>
      declared === null || declared === "other" || candidates === null || candidates.includes(declared)
        ? null
        : { value: candidates.join(","), threshold: declared },
  },
  {
    gate: "text_confidence",
    code: "low_text_confidence",
    message: "The text could not be read with confidence.",
    retryable: true,
    find: ({ reading }) => under(textConfidence(reading), 0.6),
  },
  {
    gate: "mrz_legibility",
    code: "low_text_confidence",
    message: "The MRZ could not be read with confidence.",
    retryable: true,
    find: ({ reading }) => (reading.mrz === null ? null : under(misreadConfidence(reading.mrz), CONFIDENT)),
  },
  {
    gate: "mrz_confidence",
    code: "low_text_confidence",
    message: "Names or numbers of the MRZ could not be read with confidence.",
    retryable: true,
    find: ({ reading }) => (reading.mrz === null ? null : unsureMrz(reading.mrz)),
  },
  {
    gate: "identifying_fields",
    code: "low_text_confidence",
    message: "The name and the number or birth date could not be read.",
    retryable: true,
    find: ({ fields }) => under(identifyingFields(fields), 2),
  },
  {
    gate: "expiry",
    code: "document_expired",
    message: "The document has expired.",
    retryable: false,
    find: expired,
  },
];

function expired({ fields, now }: Pick<GateInput, "fields" | "now">): Violation {
  const today = isoDay(new Date(now));
  const expiry = fields.date_of_expiry?.value;
  return expiry !== undefined && expiry < today ? { value: expiry, threshold: today } : null;
}

/** The rejection of an expired document, of all gates the only one that does not depend on an image. */
export const expiryRejections = (fields: Fields, now: number): Rejected[] =>
  expired({ fields, now }) === null ? [] : [{ gate: "expiry", code: "document_expired" }];

/** The type that the caller declares, or else those that the document allows; null if unknown. */
export const possibleTypes = ({ declared, candidates }: Pick<GateInput, "declared" | "candidates">) =>
  declared === null ? candidates : [declared];

/** The gate of the accepted types, the only one that depends on a policy. */
const TYPE_GATE = GATES.findIndex(({ gate }) => gate === "type_accepted");

type Rejected = Pick<Rejection, "gate" | "code">;

/** The rejections that every policy makes. */
export const withoutTypeGate = (found: readonly Rejection[]): Rejected[] =>
  found.flatMap(({ gate, code }) => (gate === GATES[TYPE_GATE]!.gate ? [] : [{ gate, code }]));

/** The rejections under a policy that accepts these types, from those of `withoutTypeGate`. */
export function underTypes(
  found: readonly Rejected[],
  possible: readonly DocumentType[] | null,
  accepted: readonly DocumentType[],
): readonly Rejected[] {
  if (possible === null || possible.some((type) => accepted.includes(type))) return found;
  const { gate, code } = GATES[TYPE_GATE]!;
  const before = found.filter((each) => GATES.findIndex((one) => one.gate === each.gate) < TYPE_GATE);
  return [...before, { gate, code }, ...found.slice(before.length)];
}

/**
 * All gates that reject the document, in fixing order; empty for an eligible document. If the image clearly
 * shows no document, that reason comes first: darkness, blur and distance are then irrelevant.
 */
export function rejections(input: GateInput): Rejection[] {
  const found = GATES.flatMap(({ find, ...gate }) => {
    const finding = find(input);
    return finding === null ? [] : [{ ...gate, ...finding }];
  });
  if (!showsPerson(input.reading) && !showsNothing(input.reading, DARK)) return found;
  const isNone = ({ code }: Rejection) => code === "no_document_found";
  return [...found.filter(isNone), ...found.filter((each) => !isNone(each))];
}
