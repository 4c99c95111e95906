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
import { barcode } from "./barcodes.ts";
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
import { needing } from "./scoped-members.ts";

export const documentType = z
  .enum(DOCUMENT_TYPES)
  .describe("The document type. `cid` is a national identity card.");

/** The form fields of a document's upload. */
export const documentFields = z.strictObject({
  document_type: z
    .enum(DOCUMENT_TYPE_NAMES, `must be one of ${DOCUMENT_TYPE_NAMES.join(", ")}`)
    .default("auto")
    .describe(
      "The expected type, or `auto`. `cid` is a national identity card; `national_id` and `id_card` are other names for it.",
    )
    .transform((name) => parseDocumentType(name)!),
  customer_ref: customerRefSchema.optional(),
});

const limit = z.union([z.number(), z.string()]).nullable();
const rejection = z.object({
  gate: z.string().describe("Name of the check that failed."),
  code: z.enum(ELIGIBILITY_REASONS).exclude(["ok"]).describe("Why the document cannot be used."),
  message: z.string().describe("The reason in a sentence."),
  // The gate of the expiry has the date of the document.
  value: needing("personal:read", limit.describe("The measured value.")),
  threshold: limit.describe("The limit that the value was compared with."),
  retryable: z.boolean().describe("Whether another image of the same document can pass."),
});

export const field = z
  .object({
    value: z.string().describe("The text. Dates are ISO 8601, countries ISO 3166 alpha-3."),
    confidence: unit.describe("How certain the reading is."),
    source: z
      .enum(FIELD_SOURCES)
      .describe(
        "`mrz`: the machine-readable zone. `viz`: the printed text (visual inspection zone). `barcode`: a barcode alone. `both`: the printed text and one of these. `chip`: the document's chip. `credential`: a wallet's credential.",
      ),
    bbox: bbox.nullable().describe("Where the printed text is; null if the value comes from the MRZ alone."),
    transliteration: z
      .string()
      .optional()
      .describe(
        "For a name from both: the MRZ's spelling in A to Z (ICAO 9303-3), if it differs by more than case.",
      ),
    alternative: z
      .string()
      .optional()
      .describe("For a name: a printed text similar to the MRZ's but not equal. One of the two was misread."),
    printed: z
      .string()
      .optional()
      .describe("For a date, number or code of the MRZ: the printed value, if it differs."),
  })
  .meta({ id: "DocumentField", description: "One field as it was read." });

export const mrz = z.object({
  format: z.enum(MRZ_FORMATS).describe("The MRZ's format (ICAO 9303)."),
  lines: z.array(z.string()).describe("The lines of the MRZ."),
  valid: z.boolean().describe("Whether all of `checks` are true."),
  checks: z
    .record(z.string(), z.boolean())
    .describe(
      "For each check digit, whether it is right. `field_types`: names have no digits, and dates no letters.",
    ),
  repairs: z
    .array(
      z.object({
        line: z.int().describe("From 0."),
        column: z.int().describe("From 0."),
        read: z.string().describe("The likeliest character by the image."),
        taken: z.string().describe("The character with which the check digits are right."),
      }),
    )
    .optional()
    .describe("Characters that the check digits corrected; absent if there are none."),
});

const rawText = z.string().nullable().describe("All text on the document; null if the image cannot be used.");

export const portrait = {
  link: z
    .url()
    .optional()
    .describe(
      "A signed link to the portrait, valid for 15 minutes. Present if the policy stores the portrait.",
    ),
  expiry: timestamp.optional().describe("When the link expires."),
};

const shape = {
  ocr_id: idOf("ocr"),
  document_type: documentType,
  detected_document_type: documentType.nullable().describe("The type that was recognised, or null."),
  issuing_country: z.string().nullable().describe("Issuing state, ISO 3166 alpha-3, or null if unknown."),
  ocr_eligible: z.boolean().describe("Whether the document can be used."),
  eligibility_reason: z
    .enum(ELIGIBILITY_REASONS)
    .describe("`ok`, or the first reason why it cannot be used."),
  eligibility_message: z.string().describe("The same in a sentence."),
  gate_rejections: z
    .array(rejection)
    .describe(
      "Why the document cannot be used. If the image is at fault, `fields` is empty, and `mrz` and `raw_text` are null. If only the document is (`document_expired`, `unsupported_document_type`, `document_type_mismatch`), they are returned.",
    ),
  fields: needing(
    "personal:read",
    z
      .partialRecord(z.enum(FIELD_KEYS), field)
      .describe(`The fields that could be read, of: ${FIELD_KEYS.join(", ")}.`),
  ),
  mrz: needing(
    "personal:read",
    mrz.nullable().describe("The machine-readable zone; null if there is none or the image cannot be used."),
  ),
  barcodes: needing(
    "personal:read",
    z
      .array(barcode)
      .optional()
      .describe(
        "The barcodes that were read, at most four; empty if the image cannot be used. Absent in older results.",
      ),
  ),
  raw_text: needing("personal:read", rawText),
  quality: z
    .object({
      laplacian_variance: z.number().describe("Sharpness: variance of the Laplacian; higher is sharper."),
      mean_luma: z.number().describe("Mean brightness, 0 to 255."),
      saturated_share: unit.describe("Share of overexposed pixels."),
      document_long_side: z.number().describe("Long side of the document in pixels."),
      unread_lines: z
        .int()
        .optional()
        .describe("Lines of text beyond the limit that were not read; absent in older results."),
      width: z.int().describe("Width of the image in pixels."),
      height: z.int().describe("Height of the image in pixels."),
    })
    .describe("Measured quality of the image."),
  portrait: needing("media:read", portrait.link),
  portrait_expires_at: needing("media:read", portrait.expiry),
  source: z
    .enum(CAPTURE_SOURCES)
    .nullable()
    .describe("Where the image came from, as the device reported it, or null."),
  model_version: z
    .string()
    .optional()
    .describe("Name and version of the model that read the print; absent in older results."),
  customer_ref: customerRef.nullable().describe("The end user's `customer_ref`, or null if none was sent."),
  verification_id: idOf("verification").nullable().describe("The verification of the scan, or null."),
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
  barcodes: [],
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
  verification_id: "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4",
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
  description: "What was read from a document, or why the document cannot be used.",
  examples: [{ ...example, created_at: exampleTime }],
});

/** The view for a session token: fields and rejections, without confidences and measured values. */
const shown = ocrAnswer
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
    gate_rejections: z
      .array(rejection.pick({ code: true, message: true, retryable: true }))
      .describe("Why the document cannot be used."),
    fields: z
      .partialRecord(z.enum(FIELD_KEYS), field.pick({ value: true, bbox: true }))
      .describe("The fields that could be read."),
    mrz: mrz
      .pick({ format: true, lines: true, valid: true })
      .nullable()
      .describe("The machine-readable zone, or null."),
    // As they are for a token, which has no scopes.
    raw_text: rawText,
    portrait: portrait.link,
    portrait_expires_at: portrait.expiry,
  });

export const ocrForToken = shown.meta({
  id: "OcrResultForToken",
  description: "The same, as a session token receives it: no confidences and measured values.",
  examples: [shown.parse({ ...example, created_at: exampleTime })],
});
