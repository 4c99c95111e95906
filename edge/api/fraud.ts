import type { RouteGroup } from "../http/route.ts";
import { detectFraud } from "../operations/documents/detect-fraud.ts";
import { fraudAnswer, fraudForToken } from "../schemas/fraud.ts";
import { documentFields } from "../schemas/ocr.ts";
import { checkSubject, requiredImage } from "./call/call.ts";
import { resultAnswer, resultRoutes } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable } from "./call/writing.ts";

const detect = route(
  {
    method: "post",
    path: "/v1/fraud/detect",
    id: "detectFraud",
    summary: "Check a document for fraud",
    description:
      "Checks one image of a document. `decision` follows from the signals and checks in the answer by a fixed table. A poor image is `inconclusive`.",
    sdk: "fraud.detect",
    callers: ["secret_key", "session_token"],
    scope: "checks:write",
    captures: true,
    form: {
      files: ["image"],
      required: ["image"],
      fields: documentFields,
      example: { document_type: "passport", customer_ref: "user-4711" },
    },
    answer: {
      status: 200,
      description: "The result.",
      schema: fraudAnswer,
      forToken: fraudForToken,
    },
    errors: ["unsupported_document_type", "verification_mismatch", "verification_not_open"],
  },
  billable(detectFraud, {
    input: (call) => ({
      image: requiredImage(call, "image"),
      type: call.body.document_type,
      subject: checkSubject(call),
    }),
    answer: resultAnswer,
  }),
);

const [read, remove] = resultRoutes("fraud", {
  path: "/v1/fraud/:id",
  ids: "fc_…",
  schema: fraudAnswer,
  read: {
    id: "readFraudResult",
    summary: "Retrieve a fraud result",
    description: "Every signal and check, with an explanation for your staff. Each read is billed.",
    sdk: "fraud.retrieve",
  },
  remove: {
    id: "deleteFraudResult",
    summary: "Delete a fraud result",
    description:
      "Erases the result, its images, and its fingerprints for duplicate search. Pending events of the result are not delivered. Repeating the call is allowed.",
    sdk: "fraud.delete",
  },
});

export const fraud: RouteGroup = {
  tag: "Fraud",
  description: "Checks a document's image for signs of forgery, and its data for contradictions.",
  routes: [detect, read, remove],
};
