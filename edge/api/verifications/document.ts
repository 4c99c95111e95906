import { z } from "zod";
import { ApiError } from "../../errors.ts";
import type { AppContext, Upload } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { parseParameters } from "../../http/parameters/validation.ts";
import type { NamedImage } from "../../inference/port.ts";
import { examineDocument } from "../../operations/documents/examine.ts";
import type { Sides } from "../../operations/documents/sides.ts";
import { renderVerification } from "../../verification/render.ts";
import { CAPTURE_SOURCES } from "../../vocabulary/documents.ts";
import { datedBody, viewFor } from "../call/check-answer.ts";
import { metered } from "../call/recorded.ts";
import { documentTypeField } from "../form/document-type.ts";
import { requiredImage } from "../form/required-image.ts";
import { findVerification } from "./read.ts";

export const documentForm = { files: ["front", "back"], fields: ["document_type", "source"] };

const sourceField = z.object({ source: z.enum(CAPTURE_SOURCES).optional() });

/** POST /v1/verifications/:id/document: examines a document's front and, where it is sent, its back. */
export const examine = metered(examineDocument, {
  async input(c: AppContext) {
    const { upload } = c.var;
    const pictures = sidesOf(upload);
    const type = documentTypeField(upload.fields.get("document_type"));
    const { source = null } = parseParameters(sourceField, Object.fromEntries(upload.fields));
    const verification = await findVerification(c, pathParameter(c, "id"));
    if (verification.capture?.requireLiveCapture && source === "file") throw noFile();
    return { verification, pictures, type, source };
  },
  answer: ({ id, customerRef, createdAt, body: { front, back, needsBack }, verification }, c) => {
    const sideOf = ({ ocr, fraud }: typeof front) => ({
      ocr: viewFor(c, "ocr", datedBody(ocr, createdAt)),
      fraud: viewFor(c, "fraud", datedBody(fraud, createdAt)),
    });
    const rendered = renderVerification(c.var.principal.scope, verification!, createdAt);
    const body = {
      ...sideOf(front),
      back: back === null ? null : sideOf(back),
      needs_back: needsBack,
      verification: viewFor(c, "verification", rendered),
    };
    return { status: 200, body, subject: { id, customerRef } };
  },
});

const noFile = () =>
  new ApiError("invalid_parameter", "This verification takes pictures of the camera, and no file.", {
    param: "source",
  });

/** The pictures of the form. Throws 400 `invalid_parameter` when the same picture is sent twice. */
function sidesOf(upload: Upload): Sides<NamedImage> {
  const front = requiredImage(upload, "front");
  const content = upload.files.get("back");
  if (content === undefined) return [front];
  const isSame =
    content.length === front.content.length && content.every((byte, i) => byte === front.content[i]);
  if (isSame) {
    throw new ApiError("invalid_parameter", "back is the same picture as front.", { param: "back" });
  }
  return [front, { param: "back", content }];
}
