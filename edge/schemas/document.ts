import { z } from "zod";
import { CAPTURE_SOURCES } from "../../vocabulary/documents.ts";
import { fraudAnswer, fraudForToken } from "./fraud.ts";
import { documentFields as fields, ocrAnswer, ocrForToken } from "./ocr.ts";
import { verificationAnswer, verificationForToken } from "./verifications.ts";

/** The form fields of a document check. */
export const documentFields = fields.pick({ document_type: true }).extend({
  source: z.enum(CAPTURE_SOURCES).optional().describe("Where the images came from."),
});

const needsBack = z
  .boolean()
  .describe("Whether the document's other side is needed, too: send both images then.");

export const documentAnswer = z
  .object({
    ocr: ocrAnswer,
    fraud: fraudAnswer,
    back: z
      .object({ ocr: ocrAnswer, fraud: fraudAnswer })
      .nullable()
      .describe("Of the back, where one was sent."),
    needs_back: needsBack,
    verification: verificationAnswer,
  })
  .meta({
    id: "ExaminedDocument",
    description: "What was read off a document's sides, and the verdict on each.",
  });

export const documentForToken = z
  .object({
    ocr: ocrForToken,
    fraud: fraudForToken,
    back: z.object({ ocr: ocrForToken, fraud: fraudForToken }).nullable(),
    needs_back: needsBack,
    verification: verificationForToken,
  })
  .meta({ id: "ExaminedDocumentForToken", description: "The same as a session token is told it." });
