import type { AppContext } from "../../http/context.ts";
import { detectFraud } from "../../operations/documents/detect-fraud.ts";
import { checkAnswer } from "../call/check-answer.ts";
import { metered } from "../call/recorded.ts";
import { checkSubject } from "../form/check-subject.ts";
import { documentTypeField } from "../form/document-type.ts";
import { requiredImage } from "../form/required-image.ts";

export const detectForm = { files: ["image"], fields: ["document_type", "customer_ref"] };

/** POST /v1/fraud/detect: the persisted fraud result of a document's picture. */
export const detect = metered(detectFraud, {
  input: (c: AppContext) => ({
    image: requiredImage(c.var.upload, "image"),
    type: documentTypeField(c.var.upload.fields.get("document_type")),
    subject: checkSubject(c),
  }),
  answer: checkAnswer("fraud"),
});
