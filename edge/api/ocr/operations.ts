import { z } from "zod";
import type { OperationGroup } from "../../http/operation.ts";
import { documentFields, ocrAnswer, ocrForToken } from "../../schemas/ocr.ts";
import { scanForm } from "./scan.ts";

const id = "The result's id, `ocr_…`.";

export const ocrOperations: OperationGroup = {
  tag: "OCR",
  description: "Reads identity documents: fields, machine readable zone and portrait.",
  operations: [
    {
      method: "post",
      path: "/v1/ocr/scan",
      id: "scanDocument",
      summary: "Scan a document",
      description:
        "A document that cannot be used is answered with `ocr_eligible: false` and the gates that refused it; it is no error. An expired document, or one of another kind, is told as it was read; its portrait is not kept. Within a verification, send both sides of a card whose zone is on its back to `POST /v1/verifications/:id/document`: alone the front lacks the zone, and the back the portrait.",
      form: { spec: scanForm, required: ["image"], fields: documentFields },
      answer: { status: 200, description: "What was read.", schema: ocrAnswer, forToken: ocrForToken },
      errors: [
        "unsupported_document_type",
        "usage_cap_reached",
        "verification_mismatch",
        "verification_not_open",
      ],
    },
    {
      method: "get",
      path: "/v1/ocr/:id",
      id: "readOcrResult",
      summary: "Read an OCR result",
      description: "With a fresh portrait link. Counts against the usage cap.",
      parameters: { id },
      answer: { status: 200, description: "The result.", schema: ocrAnswer },
      errors: ["not_found", "usage_cap_reached"],
    },
    {
      method: "delete",
      path: "/v1/ocr/:id",
      id: "deleteOcrResult",
      summary: "Delete an OCR result",
      description:
        "Portrait and fields are gone for good, and what of its event is still to be delivered is not sent. Repeating it is allowed.",
      parameters: { id },
      answer: { status: 204, description: "The result is deleted." },
      errors: ["not_found"],
    },
    {
      method: "get",
      path: "/media/:tenant/:object",
      id: "readPicture",
      summary: "Load a picture",
      description: "By the signed link of an OCR result's portrait, without a credential.",
      parameters: { tenant: "As in the link.", object: "As in the link." },
      query: z.object({
        expires: z.string().describe("As in the link."),
        signature: z.string().describe("As in the link."),
      }),
      answer: {
        status: 200,
        description: "The picture.",
        mediaType: ["image/jpeg", "image/png", "image/webp"],
      },
      empty: { 410: "The picture has been deleted." },
      errors: ["not_found"],
    },
  ],
};
