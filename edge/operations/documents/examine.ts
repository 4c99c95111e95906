import type { CaptureSource } from "../../../vocabulary/documents.ts";
import { newId } from "../../core/ids.ts";
import type { Examination, NamedImage } from "../../inference/port.ts";
import type { RequestedDocumentType } from "../../verdicts/ocr/detected-type.ts";
import { documentOutcomes } from "../../verdicts/replay/document.ts";
import { specimenReading } from "../../verdicts/test-references/specimen.ts";
import type { MeasuredReading } from "../../verification/measured.ts";
import type { Verification } from "../../verification/types.ts";
import {
  type Check,
  type CheckContext,
  type CheckResult,
  judgeUntilNewest,
  judgingOf,
  openDocumentCheck,
} from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { type Image, keepImages, toBeShown } from "../keep-media.ts";
import { fraudResult } from "./fraud-result.ts";
import { documentImage, nameImages, portraitImage } from "./images.ts";
import { compareKnown } from "./known-document.ts";
import { compareExpected, measuredFraud } from "./measured.ts";
import { ocrResult } from "./ocr-result.ts";
import { commitResting } from "./resting.ts";
import { anchorsOf, withSignatures } from "./seals.ts";
import { type JudgedSide, judgeDocumentSides, type Sides } from "./sides.ts";

interface DocumentImages {
  readonly verification: Verification;
  readonly images: Sides<NamedImage>;
  readonly type: RequestedDocumentType;
  /** The source of the images; null if the call does not name it. */
  readonly source: CaptureSource | null;
}

type Bodies = Readonly<Record<"ocr" | "fraud", CheckResult["body"]>>;

interface ExaminedSides {
  readonly front: Bodies;
  readonly back: Bodies | null;
  /** Whether the document's other side is needed as well. */
  readonly needsBack: boolean;
}

/**
 * Checks a document's front and, if it is sent, its back. Each image is read and judged once; results,
 * events, usage and step are one batch. A front alone whose MRZ is on the back, or the reverse, uses no
 * attempt.
 */
export async function examineDocument(
  ctx: CheckContext<ExaminedSides>,
  { verification, images, type, source }: DocumentImages,
): Promise<Answer> {
  const subject = { verification, customerRef: null, storeMedia: verification.policy.store_media };
  const check = await openDocumentCheck(ctx, subject, ["ocr", "fraud"]);

  const found = await examine(check, images);
  return judgeUntilNewest(() => judgeFound(check, { verification, images, type, source }, found));
}

async function judgeFound(
  check: Check<ExaminedSides>,
  { verification, images, type, source }: DocumentImages,
  found: readonly Examination[],
): Promise<Answer> {
  const document = await judgeDocumentSides(check, verification.policy, found, type);

  const named = document.sides.map((side, i) => ({ ...side, ...newIds(check), image: images[i]! }));
  const kept = await keepImages(check, named.flatMap(imagesOf));
  const sides = await Promise.all(named.map((side) => resultsOf(check, side, source)));
  // The side with the portrait represents the document: its result holds the face.
  const main = sides[document.measured.portrait ?? 0]!;
  const readings = [main, ...sides.filter((side) => side !== main)].map(({ ocr }) => ocr.result.id);
  const capture = await nameImages(check, verification.id, images);
  const details = await compareExpected(check, verification, document.values);
  const unknown = { ...document.measured, resultIds: readings, details };
  const { fields } = document.values;
  const known = await compareKnown(check, verification, { reading: unknown, fields });
  const measured = {
    reading: { ...unknown, known: known.measured },
    fraud: {
      resultIds: sides.map(({ fraud }) => fraud.result.id),
      images: document.sides.map(({ fraud }) => measuredFraud(fraud.verdict, check.scope.mode)),
    },
  };
  const results = sides.flatMap(({ ocr, fraud }) => [ocr.result, fraud.result]);
  const [front, back = null] = sides.map(({ ocr, fraud }) => ({ ocr: ocr.body, fraud: fraud.body }));
  const resting = { anchors: anchorsOf(found.map(({ reading }) => reading)), resultId: main.ocr.result.id };
  return commitResting(check, resting, {
    results,
    body: { front: front!, back, needsBack: needsBack(check, verification, measured.reading) },
    recorded: { capture, measured },
    statements: known.statements,
    kept,
    template: main.ocr.template,
  });
}

const needsBack = (check: Check, { policy }: Verification, reading: MeasuredReading) =>
  documentOutcomes(reading, null, judgingOf(check, policy)).missing !== null;

const newIds = ({ now }: Check) => ({ ocrId: newId("ocr", now), fraudId: newId("fraud", now) });

type NamedSide = JudgedSide & ReturnType<typeof newIds> & { readonly image: NamedImage };

/** Images for a reviewer; none of an image that could neither be read nor judged. */
function imagesOf({ ocr, fraud, reading, image, ocrId, fraudId }: NamedSide, i: number): Image[] {
  if (!ocr.eligible && !fraud.verdict.qualityGate.passed) return [];
  const side = i === 0 ? "front" : "back";
  const document = documentImage({ side, resultIds: [ocrId, fraudId] }, reading, image);
  return ocr.eligible ? [...document, ...portraitImage(ocrId, reading)] : document;
}

async function resultsOf(
  check: Check,
  { reading, ocr, fraud, ocrId, fraudId }: NamedSide,
  source: CaptureSource | null,
) {
  return {
    ocr: await ocrResult(check, { id: ocrId, reading, verdict: ocr, source }),
    fraud: fraudResult(check, { id: fraudId, ...fraud }),
  };
}

/** The findings in each image, or the specimen's if a test reference fixes the outcome. */
async function examine(check: Check, images: Sides<NamedImage>): Promise<Examination[]> {
  const { services, call, fixed } = check;
  const { inference } = services;
  const requests = images.map((image) => toBeShown(check, image));
  const found = await inference.examineDocument(requests, call.inferenceUse);
  if (fixed === null) {
    const readings = await withSignatures(
      check,
      found.map(({ reading }) => reading),
    );
    return found.map((side, i) => ({ ...side, reading: readings[i]! }));
  }
  const { templateVersion } = await inference.bundle();
  return found.map((side) => ({ ...side, reading: specimenReading(side.reading, templateVersion) }));
}
