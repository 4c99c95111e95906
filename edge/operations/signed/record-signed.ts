import type { DocumentType } from "../../../vocabulary/document-types.ts";
import type { EventType } from "../../../vocabulary/events.ts";
import type { SignedKind, SignedOutcome } from "../../../vocabulary/signed-evidence.ts";
import type { PortraitReading } from "../../inference/port.ts";
import type { Statement } from "../../store/batch.ts";
import { issuerOf } from "../../verdicts/document/portrait-side.ts";
import type { Fields } from "../../verdicts/ocr/field.ts";
import { expiryRejections } from "../../verdicts/ocr/gates.ts";
import type { OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import type { JudgedSigned } from "../../verdicts/outcomes/signed.ts";
import type { MeasuredReading, MeasuredSigned } from "../../verification/measured.ts";
import type { Verification } from "../../verification/types.ts";
import { type Check, type CheckResult, judgeUntilNewest } from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { nameImages, portraitImage } from "../documents/images.ts";
import { compareKnown } from "../documents/known-document.ts";
import { compareExpected } from "../documents/measured.ts";
import { type ReadingResult, readingResult } from "../documents/reading-result.ts";
import { commitResting } from "../documents/resting.ts";
import { keepImages } from "../keep-media.ts";

/** A document's data that its issuer signed, and what they come to. */
export interface SignedDocument extends Omit<JudgedSigned, "kind"> {
  readonly id: string;
  readonly kind: SignedKind;
  /** Absent without a wallet's credential that can be read. */
  readonly credential?: MeasuredSigned["credential"];
  readonly event: EventType;
  /** The members of the body that only this kind has. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The types that the document may be of, likeliest first. */
  readonly types: readonly DocumentType[];
  readonly fields: Fields;
  readonly mrz: OcrVerdict["mrz"];
  readonly portrait: PortraitReading["portrait"];
  /** SHA-256 of the trust anchors that the outcome rests on, in hex. */
  readonly anchors: readonly string[];
  /** Everything that was sent, in a fixed order. */
  readonly files: readonly Uint8Array[];
  /** Rows that are written with the result. */
  readonly statements: readonly Statement[];
}

/** Outcomes of data that its issuer signed: only they are reported and kept. */
const SIGNED: readonly SignedOutcome[] = ["authentic", "data_authentic"];

/**
 * Records signed data as one result and, within a verification, as both parts of its document, with one
 * capture. Data without its issuer's signature are neither returned nor kept.
 */
export async function recordSigned(
  check: Check<CheckResult["body"]>,
  document: SignedDocument,
): Promise<Answer> {
  const isSigned = SIGNED.includes(document.outcome);
  const shown = isSigned ? document : { ...document, fields: {}, mrz: null, portrait: null };
  return judgeUntilNewest(() => record(check, shown));
}

async function record(check: Check<CheckResult["body"]>, document: SignedDocument): Promise<Answer> {
  const { verification } = check;
  const { id, anchors, portrait, statements } = document;
  const kept = await keepImages(check, portraitImage(id, { portrait }));
  const { result, body, template } = await resultOf(check, document);
  const resting = { anchors, resultId: id };
  const findings = { results: [result], body, kept, statements, template };
  if (verification === null) return commitResting(check, resting, { ...findings, recorded: null });
  const capture = await nameImages(
    check,
    verification.id,
    document.files.map((content) => ({ content })),
  );
  const { reading, known } = await readingOf(check, verification, document);
  const { kind, outcome, failed, strength, sameAs, credential } = document;
  const signed = {
    resultIds: [id],
    kind,
    outcome,
    failed: [...failed],
    strength,
    sameAs,
    ...(credential && { credential }),
  };
  return commitResting(check, resting, {
    ...findings,
    recorded: { capture, measured: { signed, ...(reading && { reading }) } },
    statements: [...statements, ...known],
  });
}

/** The record of the data as a reading of one side, and what they are found by; none without a signature. */
async function readingOf(
  check: Check,
  verification: Verification,
  { id, types, fields, mrz, portrait, outcome }: SignedDocument,
): Promise<{ reading: MeasuredReading | undefined; known: readonly Statement[] }> {
  if (!SIGNED.includes(outcome)) return { reading: undefined, known: [] };
  const side = {
    documentType: types[0] ?? ("other" as const),
    rejected: expiryRejections(fields, check.now),
    hasMrz: mrz !== null,
    hasPortrait: portrait !== null,
  };
  const unknown = {
    resultIds: [id],
    sides: [side],
    types: [...types],
    issuingState: issuerOf(fields),
    fields: Object.fromEntries(Object.entries(fields).map(([key, { source }]) => [key, source])),
    birthDate: fields.date_of_birth?.value ?? null,
    portrait: portrait === null ? null : 0,
    lacksBarcode: false,
    link: "linked" as const,
    missing: null,
    details: await compareExpected(check, verification, { mrz, fields }),
  };
  const { measured, statements } = await compareKnown(check, verification, { reading: unknown, fields });
  return { reading: { ...unknown, known: measured }, known: statements };
}

function resultOf(check: Check, document: SignedDocument): Promise<ReadingResult> {
  const { scope, verification, customerRef } = check;
  const { id, event, types, fields, mrz, portrait } = document;
  const body = {
    ...document.body,
    outcome: document.outcome,
    document_type: types[0] ?? "other",
    issuing_country: issuerOf(fields),
    fields,
    ...(document.kind === "chip" && { mrz }),
    customer_ref: customerRef,
    verification_id: verification?.id ?? null,
    mode: scope.mode,
  };
  return readingResult(check, { id, event, body, template: portrait?.face.template ?? null, found: fields });
}
