import { ApiError } from "../core/errors.ts";
import type { NamedImage } from "../inference/port.ts";
import { examineDocument } from "../operations/documents/examine.ts";
import type { Sides } from "../operations/documents/sides.ts";
import { documentAnswer, documentFields, documentForToken } from "../schemas/document.ts";
import { renderVerification } from "../verification/render.ts";
import { type Call, requiredImage } from "./call/call.ts";
import { datedBody } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable } from "./call/writing.ts";
import { visibleVerification } from "./verification-reads.ts";

export const examine = route(
  {
    method: "post",
    path: "/v1/verifications/:id/document",
    id: "examineDocument",
    summary: "Check a document",
    description:
      "Reads a document and checks it for fraud, front and back in one call. If only one side of a card arrives and the other is needed, the answer has `needs_back: true`. No attempt is used: send both sides then.",
    sdk: "verifications.examineDocument",
    parameters: { id: "The verification's id, `vf_…`." },
    callers: ["secret_key", "session_token"],
    scope: "verifications:write",
    captures: true,
    form: {
      files: ["front", "back"],
      required: ["front"],
      fields: documentFields,
      example: { document_type: "passport" },
    },
    answer: {
      status: 200,
      description: "The results of each side, and the verification as it stands then.",
      schema: documentAnswer,
      forToken: documentForToken,
    },
    errors: ["not_found", "unsupported_document_type", "verification_not_open"],
  },
  billable(examineDocument, {
    input: async (call) => {
      const { document_type: type, source = null } = call.body;
      const images = sidesOf(call);
      const verification = await visibleVerification(call);
      if (verification.capture?.requireLiveCapture && source === "file") throw noFile();
      return { verification, images, type, source };
    },
    answer: ({ id, customerRef, createdAt, body, verification }, { services, principal }) => {
      const { front, back, needsBack } = body;
      const sideOf = ({ ocr, fraud }: typeof front) => ({
        ocr: datedBody(ocr, createdAt),
        fraud: datedBody(fraud, createdAt),
      });
      const answer = {
        ...sideOf(front),
        back: back === null ? null : sideOf(back),
        needs_back: needsBack,
        verification: renderVerification(
          { ...principal.scope, publicUrl: services.publicUrl },
          verification!,
          createdAt,
        ),
      };
      return { body: answer, subject: { id, customerRef } };
    },
  }),
);

const noFile = () =>
  new ApiError(
    "invalid_parameter",
    "source must be camera for this verification, not file: its creation set require_live_capture.",
    {
      param: "source",
    },
  );

/** The images of the form. Throws 400 `invalid_parameter` when the same image is sent twice. */
function sidesOf(call: Pick<Call, "files">): Sides<NamedImage> {
  const front = requiredImage(call, "front");
  const content = call.files.get("back");
  if (content === undefined) return [front];
  const isSame =
    content.length === front.content.length && content.every((byte, i) => byte === front.content[i]);
  if (isSame) {
    throw new ApiError(
      "invalid_parameter",
      "back is the same image as front. Send the other side, or leave back out.",
      { param: "back" },
    );
  }
  return [front, { param: "back", content }];
}
