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
    summary: "Detect document fraud",
    description:
      "`decision` follows from the answer's own parts by a fixed table; a poor image is `inconclusive`.",
    callers: ["secret_key", "session_token"],
    captures: true,
    form: { files: ["image"], required: ["image"], fields: documentFields },
    answer: {
      status: 200,
      description: "The persisted result.",
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
    summary: "Read a fraud result",
    description:
      "Every check and signal with what it stands on, and a sentence for staff. Counts against the usage cap.",
  },
  remove: {
    id: "deleteFraudResult",
    summary: "Delete a fraud result",
    description:
      "What was found, the images and what is kept of them for comparisons are gone for good, and what of its event is still to be delivered is not sent. Repeating it is allowed.",
  },
});

export const fraud: RouteGroup = {
  tag: "Fraud",
  description: "Looks for signs of forgery in a document's image, and checks what can be computed.",
  routes: [detect, read, remove],
};
