import type { AppContext } from "../../http/context.ts";
import { scanDocument } from "../../operations/documents/scan.ts";
import { checkAnswer } from "../call/check-answer.ts";
import { metered } from "../call/recorded.ts";
import { checkSubject } from "../form/check-subject.ts";
import { documentTypeField } from "../form/document-type.ts";
import { requiredImage } from "../form/required-image.ts";

export const scanForm = { files: ["image"], fields: ["document_type", "customer_ref"] };

/** POST /v1/ocr/scan: reads a document. An unusable document is answered with the gates that refused it. */
export const scan = metered(scanDocument, {
  input: (c: AppContext) => ({
    image: requiredImage(c.var.upload, "image"),
    type: documentTypeField(c.var.upload.fields.get("document_type")),
    subject: checkSubject(c),
  }),
  answer: checkAnswer("ocr"),
});
