import { z } from "zod";
import { CAPTURE_SOURCES } from "../../vocabulary/documents.ts";
import { fraudAnswer, fraudForToken } from "./fraud.ts";
import { documentFields as fields, ocrAnswer, ocrForToken } from "./ocr.ts";
import { verificationAnswer, verificationForToken } from "./verifications.ts";

/** The form fields of a document check. */
export const documentFields = fields.pick({ document_type: true }).extend({
  source: z.enum(CAPTURE_SOURCES).optional().describe("Where the images came from: the camera, or a file."),
});

const needsBack = z
  .boolean()
  .describe("Whether the other side is needed. If true, send both sides in one call.")
  .meta({ examples: [false] });

export const documentAnswer = z
  .object({
    ocr: ocrAnswer,
    fraud: fraudAnswer,
    back: z
      .object({ ocr: ocrAnswer, fraud: fraudAnswer })
      .nullable()
      .describe("The same for the back; null if none was sent.")
      .meta({ examples: [null] }),
    needs_back: needsBack,
    verification: verificationAnswer,
  })
  .meta({
    id: "ExaminedDocument",
    description: "The OCR and fraud result of each side, and the verification after them.",
  });

export const documentForToken = z
  .object({
    ocr: ocrForToken,
    fraud: fraudForToken,
    back: z
      .object({ ocr: ocrForToken, fraud: fraudForToken })
      .nullable()
      .describe("The same for the back; null if none was sent.")
      .meta({ examples: [null] }),
    needs_back: needsBack,
    verification: verificationForToken,
  })
  .meta({ id: "ExaminedDocumentForToken", description: "The same, as a session token receives it." });
