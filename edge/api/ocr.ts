import { z } from "zod";
import { ApiError } from "../core/errors.ts";
import type { RouteGroup } from "../http/route.ts";
import { linkPortrait, mediaPath, openImage, PICTURE_HEADERS } from "../media/kept.ts";
import { scanDocument } from "../operations/documents/scan.ts";
import { documentFields, ocrAnswer, ocrForToken } from "../schemas/ocr.ts";
import { checkSubject, requiredImage } from "./call/call.ts";
import { resultAnswer, resultRoutes } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable } from "./call/writing.ts";

const scan = route(
  {
    method: "post",
    path: "/v1/ocr/scan",
    id: "scanDocument",
    summary: "Scan a document",
    description:
      "Reads one image of a document. A document that cannot be used is not an error: the answer has `ocr_eligible: false` and says why. In a verification, send both sides of a card to `POST /v1/verifications/{id}/document` instead.",
    sdk: "ocr.scan",
    callers: ["secret_key", "session_token"],
    scope: "checks:write",
    captures: true,
    form: {
      files: ["image"],
      required: ["image"],
      fields: documentFields,
      example: { document_type: "passport", customer_ref: "user-4711" },
    },
    answer: { status: 200, description: "What was read.", schema: ocrAnswer, forToken: ocrForToken },
    errors: ["unsupported_document_type", "verification_mismatch", "verification_not_open"],
  },
  billable(scanDocument, {
    input: (call) => ({
      image: requiredImage(call, "image"),
      type: call.body.document_type,
      subject: checkSubject(call),
    }),
    answer: resultAnswer,
  }),
);

const [read, remove] = resultRoutes(
  "ocr",
  {
    path: "/v1/ocr/:id",
    ids: "ocr_…",
    schema: ocrAnswer,
    read: {
      id: "readOcrResult",
      summary: "Retrieve an OCR result",
      description: "Includes a new portrait link. Each read is billed.",
      sdk: "ocr.retrieve",
    },
    remove: {
      id: "deleteOcrResult",
      summary: "Delete an OCR result",
      description:
        "Erases fields, images and portrait for good. Pending events of the result are not delivered. Repeating the call is allowed.",
      sdk: "ocr.delete",
    },
  },
  ({ services, principal }, id) => linkPortrait(services, principal.scope, id, services.clock()),
);

/**
 * One image, by its signed URL alone: 404 for an invalid or expired signature, 410 if the image is deleted.
 */
const readPicture = route(
  {
    method: "get",
    path: "/media/:tenant/:object",
    id: "readPicture",
    summary: "Download an image",
    description: "Follow the signed `portrait` link of an OCR result. It needs no credential.",
    sdk: "ocr.picture(result.portrait)",
    parameters: { tenant: "As in the link.", object: "As in the link." },
    callers: "anybody",
    query: z.object({
      expires: z.string().describe("As in the link."),
      signature: z.string().describe("As in the link."),
    }),
    answer: {
      status: 200,
      description: "The image.",
      mediaType: ["image/jpeg", "image/png", "image/webp"],
    },
    empty: { 410: "The image was deleted." },
    errors: ["not_found"],
  },
  async ({ c, services: { db, media, vault, clock }, param }) => {
    const tenantId = param("tenant");
    const key = `${tenantId}/${param("object")}`;
    const { expires = "", signature = "" } = c.req.query();
    if (media === null || !(await media.verify({ path: mediaPath(key), expires, signature }, clock()))) {
      throw new ApiError(
        "not_found",
        "The link is not valid, or its time is over. Retrieve the OCR result again for a new one.",
      );
    }
    const image = await openImage({ db, media, vault }, { tenantId }, key);
    if (image === null) return c.body(null, 410, PICTURE_HEADERS);
    return c.body(image.content, 200, image.headers);
  },
);

export const ocr: RouteGroup = {
  tag: "OCR",
  description: "Reads identity documents: fields, machine-readable zone (MRZ) and portrait.",
  routes: [scan, read, remove, readPicture],
};
