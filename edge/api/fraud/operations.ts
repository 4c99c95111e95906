import type { OperationGroup } from "../../http/operation.ts";
import { fraudAnswer, fraudForToken } from "../../schemas/fraud.ts";
import { documentFields } from "../../schemas/ocr.ts";
import { detectForm } from "./detect.ts";

export const fraudOperations: OperationGroup = {
  tag: "Fraud",
  description: "Looks for signs of forgery in a document's picture, and checks what can be computed.",
  operations: [
    {
      method: "post",
      path: "/v1/fraud/detect",
      id: "detectFraud",
      summary: "Detect document fraud",
      description:
        "`decision` follows from the answer's own parts by a fixed table; a poor picture is `inconclusive`.",
      form: { spec: detectForm, required: ["image"], fields: documentFields },
      answer: {
        status: 200,
        description: "The persisted result.",
        schema: fraudAnswer,
        forToken: fraudForToken,
      },
      errors: [
        "unsupported_document_type",
        "usage_cap_reached",
        "verification_mismatch",
        "verification_not_open",
      ],
    },
    {
      method: "get",
      path: "/v1/fraud/:id",
      id: "readFraudResult",
      summary: "Read a fraud result",
      description:
        "Every check and signal with what it stands on, and a sentence for staff. Counts against the usage cap.",
      parameters: { id: "The result's id, `fc_…`." },
      answer: { status: 200, description: "The result.", schema: fraudAnswer },
      errors: ["not_found", "usage_cap_reached"],
    },
    {
      method: "delete",
      path: "/v1/fraud/:id",
      id: "deleteFraudResult",
      summary: "Delete a fraud result",
      description:
        "What was found, the pictures and what is kept of them for comparisons are gone for good, and what of its event is still to be delivered is not sent. Repeating it is allowed.",
      parameters: { id: "The result's id, `fc_…`." },
      answer: { status: 204, description: "The result is deleted." },
      errors: ["not_found"],
    },
  ],
};
