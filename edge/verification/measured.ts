import { z } from "zod";
import { CREDENTIAL_CHECKS, CREDENTIAL_KINDS } from "../../vocabulary/credentials.ts";
import { DETAIL_RESULTS, EXPECTED_KEYS } from "../../vocabulary/details.ts";
import { DOCUMENT_TYPES } from "../../vocabulary/document-types.ts";
import { ELIGIBILITY_REASONS, FIELD_KEYS, FIELD_SOURCES } from "../../vocabulary/documents.ts";
import { LIVENESS_LEVELS, LIVENESS_MODES } from "../../vocabulary/enumerations.ts";
import { REGISTRATION_ORIGINS } from "../../vocabulary/faces.ts";
import { CHECKS, FRAUD_DECISIONS, SIGNALS } from "../../vocabulary/fraud.ts";
import { CHIP_CHECKS, SIGNED_KINDS, SIGNED_OUTCOMES } from "../../vocabulary/signed-evidence.ts";
import { OUTCOMES, PART_NAMES } from "./types.ts";

/**
 * What a call measured, as far as a decision rests on it and without the policy: the outcomes of a call are a
 * function of this record and of a policy (`verdicts/replay`), in the call itself and in a later replay.
 */

const ids = z.array(z.string());

const compared = z.object({
  field: z.enum(EXPECTED_KEYS),
  result: z.enum(DETAIL_RESULTS),
  normalised: z.boolean(),
  isCertain: z.boolean(),
});

/** A side's gates that rejected it, without the gate of the accepted types, in fixing order. */
const side = z.object({
  documentType: z.enum(DOCUMENT_TYPES),
  rejected: z.array(z.object({ gate: z.string(), code: z.enum(ELIGIBILITY_REASONS).exclude(["ok"]) })),
  hasMrz: z.boolean(),
  hasPortrait: z.boolean(),
});

const reading = z.object({
  /** The result with the document's portrait comes first. */
  resultIds: ids,
  sides: z.array(side).min(1).max(2),
  /** The declared type, or else those that the document allows; null if unknown. */
  types: z.array(z.enum(DOCUMENT_TYPES)).nullable(),
  /** ISO 3166 alpha-3 of the issuing state, or null. */
  issuingState: z.string().nullable(),
  /** The fields that were read on all sides, each with its source. */
  fields: z.partialRecord(z.enum(FIELD_KEYS), z.enum(FIELD_SOURCES)),
  /** ISO 8601; null if it was not read. Erased with the reading. */
  birthDate: z.string().nullable(),
  /** Index of the side that shows the document's portrait; null if neither does. */
  portrait: z.int().min(0).max(1).nullable(),
  lacksBarcode: z.boolean(),
  link: z.enum(["linked", "not_linked", "contradicting"]),
  /** The side that is needed as well, if the one that was sent is usable. */
  missing: z.enum(["front", "back"]).nullable(),
  /** The comparison with the expected details under each rule for names; null if the tenant expects none. */
  details: z.object({ tolerant: z.array(compared), exact: z.array(compared) }).nullable(),
  /**
   * What is known of the document, each absent if it was not looked up: whether another end user showed it
   * and the allow list does not have it, and whether it is blocked. Null if its number and issuing state were
   * not read; absent if the document had to be captured again.
   */
  known: z
    .object({ isReused: z.boolean().optional(), isBlocked: z.boolean().optional() })
    .nullable()
    .optional(),
});

/** The verdict on one image, without the scores. */
const fraud = z.object({
  decision: z.enum(FRAUD_DECISIONS),
  qualityGate: z.object({ passed: z.boolean() }),
  requiredMissing: z.boolean(),
  /** Only triggered signals and failed checks. */
  signals: z.array(z.object({ name: z.enum(SIGNALS), triggered: z.literal(true) })),
  deterministicChecks: z.array(z.object({ name: z.enum(CHECKS), status: z.literal("fail") })),
});

/** What signed data came to: see `JudgedSigned`. */
const signed = z.object({
  resultIds: ids,
  kind: z.enum(SIGNED_KINDS),
  outcome: z.enum(SIGNED_OUTCOMES),
  failed: z.array(z.enum([...CHIP_CHECKS, ...CREDENTIAL_CHECKS])),
  strength: z.number(),
  sameAs: z.string().nullable(),
  /** Of a wallet's credential: its kind, and what its issuer says of an age, in years, if it was asked. */
  credential: z
    .object({
      kind: z.enum(CREDENTIAL_KINDS),
      age: z.object({ over: z.number(), isReached: z.boolean() }).nullable(),
    })
    .optional(),
});

/** A search of the gallery; `found` is null if the gallery could not be searched. */
const search = z.object({
  resultIds: ids,
  found: z
    .object({
      match: z.boolean(),
      fpirHeld: z.boolean(),
      /** Whether the found registration is blocked; absent if it was not looked up. */
      isBlocked: z.boolean().optional(),
    })
    .nullable(),
});

const liveness = z.object({
  resultIds: ids,
  mode: z.enum(LIVENESS_MODES),
  /** The level that the verdict was made at. */
  level: z.enum(LIVENESS_LEVELS),
  outcome: z.enum(OUTCOMES),
  reason: z.string().nullable(),
  /** Absent if none was made. */
  search: search.optional(),
});

/** The comparison of a selfie frame with a document's portrait or a registered face: see `Pair`. */
const comparison = z.object({
  resultIds: ids,
  reference: z.string().nullable(),
  frame: z.string(),
  /** Why the two faces cannot be compared at any level; null if they can. */
  incomparable: z.enum(["face_erased", "credential_without_portrait", "model_version_mismatch"]).nullable(),
  /** Comparison score, -1..1; null if they cannot be compared. */
  score: z.number().nullable(),
  /** The operating points of the model bundle at that time. */
  points: z.array(z.object({ level: z.string(), comparisonScore: z.number() })),
  /** Whether the frame counts as a copy of the photo that it is compared with. */
  isCopied: z.boolean(),
});

/** A search that was made before an approval, and keeps it from being one; `frame`: the selfie's result. */
export const searchAgainSchema = search.extend({ frame: z.string() });

export const measuredSchema = z.object({
  /** The parts of a check that failed after a worker had processed its images. */
  failed: z.array(z.enum(PART_NAMES)).optional(),
  reading: reading.optional(),
  fraud: z.object({ resultIds: ids, images: z.array(fraud).min(1).max(2) }).optional(),
  /** In place of `fraud`; with `reading` if the data counts. */
  signed: signed.optional(),
  liveness: liveness.optional(),
  /** The comparison that the call made due. */
  comparison: comparison.optional(),
  searchAgain: searchAgainSchema.optional(),
  /** The person's active registration, null without one. Absent if the policy compares none. */
  registration: z
    .object({ id: z.string(), origin: z.enum(REGISTRATION_ORIGINS) })
    .nullable()
    .optional(),
});

export type Measured = z.output<typeof measuredSchema>;
export type MeasuredReading = z.output<typeof reading>;
export type MeasuredFraud = z.output<typeof fraud>;
export type MeasuredSigned = z.output<typeof signed>;
export type MeasuredLiveness = z.output<typeof liveness>;
export type MeasuredSearch = z.output<typeof search>;
export type MeasuredSearchAgain = z.output<typeof searchAgainSchema>;
export type MeasuredComparison = z.output<typeof comparison>;

/** A policy asks for something that a call did not measure, such as a search of the gallery. */
export class NotMeasured extends Error {
  constructor() {
    super("Something that the policy asks for was not measured.");
  }
}

/** One call's record. */
export const measurementSchema = z.object({
  /** When the call began, in milliseconds since the epoch. */
  at: z.int(),
  /** Names the call's document images: see `Evidence.capture`. Equal names are equal images. */
  capture: z.string(),
  measured: measuredSchema,
});
export type Measurement = z.output<typeof measurementSchema>;
