import { z } from "zod";
import { DOCUMENT_TYPES } from "../../vocabulary/document-types.ts";
import {
  CAPTURE_SOURCES,
  ELIGIBILITY_REASONS,
  FIELD_KEYS,
  FIELD_SOURCES,
} from "../../vocabulary/documents.ts";
import { MRZ_FORMATS } from "../inference/port.ts";
import { DOCUMENT_TYPE_NAMES, parseDocumentType } from "../verdicts/ocr/detected-type.ts";
import {
  bbox,
  createdAt,
  customerRef,
  customerRefSchema,
  exampleTime,
  idOf,
  modeSchema,
  timestamp,
  unit,
} from "./common.ts";

export const documentType = z.enum(DOCUMENT_TYPES);

/** The form fields of a document's upload. */
export const documentFields = z.strictObject({
  document_type: z
    .enum(DOCUMENT_TYPE_NAMES, `must be one of ${DOCUMENT_TYPE_NAMES.join(", ")}`)
    .default("auto")
    .describe("`cid` is a national identity card; `national_id` and `id_card` are other names for it.")
    .transform((name) => parseDocumentType(name)!),
  customer_ref: customerRefSchema.optional(),
});

const limit = z.union([z.number(), z.string()]).nullable();
const rejection = z.object({
  gate: z.string(),
  code: z.enum(ELIGIBILITY_REASONS).exclude(["ok"]),
  message: z.string(),
  value: limit.describe("What was measured."),
  threshold: limit,
  retryable: z.boolean().describe("Whether another image of the same document can pass."),
});

const field = z
  .object({
    value: z.string().describe("Dates are ISO 8601, countries ISO 3166 alpha-3."),
    confidence: unit,
    source: z.enum(FIELD_SOURCES).describe("The machine readable or the visual inspection zone."),
    bbox: bbox.nullable(),
    alternative: z
      .string()
      .optional()
      .describe(
        "Of a name: the printed text that is like the MRZ's and not the same. One of them was misread.",
      ),
  })
  .meta({ id: "DocumentField", description: "One field as it was read." });

const mrz = z.object({
  format: z.enum(MRZ_FORMATS),
  lines: z.array(z.string()),
  valid: z.boolean().describe("Whether each of `checks` holds."),
  checks: z
    .record(z.string(), z.boolean())
    .describe(
      "By what a check digit covers; `field_types`: no digits stand in names and states, no letters in dates.",
    ),
  repairs: z
    .array(z.object({ line: z.int(), column: z.int(), read: z.string(), taken: z.string() }))
    .optional()
    .describe(
      "Characters that were taken because the check digits hold with them. Another is likelier by the image alone; places are from 0. Absent where nothing was repaired.",
    ),
});

const shape = {
  ocr_id: idOf("ocr"),
  document_type: documentType,
  detected_document_type: documentType.nullable(),
  issuing_country: z.string().nullable().describe("ISO 3166 alpha-3."),
  ocr_eligible: z.boolean(),
  eligibility_reason: z.enum(ELIGIBILITY_REASONS),
  eligibility_message: z.string(),
  gate_rejections: z
    .array(rejection)
    .describe(
      "Where one says that the image cannot be trusted, `fields` is empty, `mrz` and `raw_text` are null. Where all say that the document does not serve (`document_expired`, `unsupported_document_type`, `document_type_mismatch`), what was read is told.",
    ),
  fields: z
    .partialRecord(z.enum(FIELD_KEYS), field)
    .describe(`Those that could be read. There may be: ${FIELD_KEYS.join(", ")}.`),
  mrz: mrz.nullable().describe("Null where there is none, or where the image cannot be trusted."),
  raw_text: z.string().nullable().describe("Null where the image cannot be trusted."),
  quality: z.object({
    laplacian_variance: z.number(),
    mean_luma: z.number(),
    saturated_share: unit,
    document_long_side: z.number(),
    unread_lines: z
      .int()
      .optional()
      .describe(
        "Lines of text that were not read, or not to their end. 0 unless the image has more text than is read; absent in older results.",
      ),
    width: z.int(),
    height: z.int(),
  }),
  portrait: z
    .url()
    .optional()
    .describe("A signed link, good for 15 minutes; there only where the storage policy keeps the portrait."),
  portrait_expires_at: timestamp.optional(),
  source: z
    .enum(CAPTURE_SOURCES)
    .nullable()
    .describe("Where the image came from, as the device says; null where it does not."),
  customer_ref: customerRef.nullable(),
  verification_id: idOf("verification").nullable(),
  mode: modeSchema,
};

const example = {
  ocr_id: "ocr_01JPA70M3BX4Z6C8E0G2J4K6M8",
  document_type: "passport",
  detected_document_type: "passport",
  issuing_country: "UTO",
  ocr_eligible: true,
  eligibility_reason: "ok",
  eligibility_message: "The document can be used.",
  gate_rejections: [],
  fields: {
    full_name: { value: "Anna Maria Eriksson", confidence: 0.97, source: "both", bbox: [312, 140, 420, 38] },
    date_of_birth: { value: "1974-08-12", confidence: 0.98, source: "mrz", bbox: null },
  },
  mrz: {
    format: "TD3",
    lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204159ZE184226B<<<<<10"],
    valid: true,
    checks: {
      document_number: true,
      date_of_birth: true,
      date_of_expiry: true,
      composite: true,
      field_types: true,
    },
  },
  raw_text: "UTOPIA PASSPORT",
  quality: {
    laplacian_variance: 412.6,
    mean_luma: 168.2,
    saturated_share: 0.02,
    document_long_side: 1410,
    unread_lines: 0,
    width: 1600,
    height: 1200,
  },
  source: null,
  customer_ref: "user-4711",
  verification_id: null,
  mode: "test",
};

/** The data of `ocr.completed` (contract §11.1). */
export const ocrData = z.object(shape).meta({
  id: "OcrData",
  description: "The data of an `ocr.completed` event.",
  examples: [example],
});

export const ocrAnswer = z.object({ ...shape, ...createdAt }).meta({
  id: "OcrResult",
  description: "What was read off a document, or the gates that refused it.",
  examples: [{ ...example, created_at: exampleTime }],
});

/** The view for a session token: fields and refusals, without confidences and measured values. */
const told = ocrAnswer
  .pick({
    ocr_id: true,
    document_type: true,
    detected_document_type: true,
    issuing_country: true,
    ocr_eligible: true,
    eligibility_reason: true,
    eligibility_message: true,
    raw_text: true,
    portrait: true,
    portrait_expires_at: true,
    customer_ref: true,
    verification_id: true,
    mode: true,
    created_at: true,
  })
  .extend({
    gate_rejections: z.array(rejection.pick({ code: true, message: true, retryable: true })),
    fields: z.partialRecord(z.enum(FIELD_KEYS), field.pick({ value: true, bbox: true })),
    mrz: mrz.pick({ format: true, lines: true, valid: true }).nullable(),
  });

export const ocrForToken = told.meta({
  id: "OcrResultForToken",
  description: "What was read off a document, or the gates that refused it, as a session token is told it.",
  examples: [told.parse({ ...example, created_at: exampleTime })],
});
