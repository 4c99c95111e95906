import { z } from "zod";
import { compareFaces, findDuplicateFace } from "../operations/faces/compare.ts";
import { customerRefSchema } from "../schemas/common.ts";
import { dedupeAnswer, faceMatchAnswer, faceVerifyAnswer } from "../schemas/faces.ts";
import { requiredImage } from "./call/call.ts";
import { resultAnswer, resultRoutes } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable } from "./call/writing.ts";

/** Rejections of an image that has to show one usable face. */
export const ONE_FACE = ["no_face_detected", "multiple_faces_detected", "face_quality_too_low"] as const;

const verifyFaces = route(
  {
    method: "post",
    path: "/v1/face/verify",
    id: "verifyFaces",
    summary: "Compare two faces",
    description:
      "Compares two images 1:1. Faces that do not match are not an error: the answer has `match: false`.",
    sdk: "face.verify",
    callers: ["secret_key"],
    scope: "checks:write",
    form: { files: ["image_a", "image_b"], required: ["image_a", "image_b"], fields: z.strictObject({}) },
    answer: { status: 200, description: "The comparison.", schema: faceVerifyAnswer },
    errors: [...ONE_FACE, "model_version_mismatch"],
  },
  billable(compareFaces, {
    input: (call) => ({
      level: call.principal.settings.faceMatchLevel,
      images: [requiredImage(call, "image_a"), requiredImage(call, "image_b")] as const,
    }),
    answer: resultAnswer,
  }),
);

const [readFaceMatch, deleteFaceMatch] = resultRoutes("face", {
  path: "/v1/face/verify/:id",
  ids: "fm_…",
  schema: faceMatchAnswer,
  answer: "The result; `kind` says which.",
  read: {
    id: "readFaceMatch",
    summary: "Retrieve a face match",
    description: "Any `fm_` id. `kind` says which call made the result. Each read is billed.",
    sdk: "face.retrieve",
  },
  remove: {
    id: "deleteFaceMatch",
    summary: "Delete a face match",
    description:
      "Erases the result for good. Pending events of the result are not delivered. Repeating the call is allowed.",
    sdk: "face.delete",
  },
});

const searchDuplicates = route(
  {
    method: "post",
    path: "/v1/face/dedupe",
    id: "searchDuplicates",
    summary: "Search registered faces",
    description:
      "Returns the single best match among all registered faces (1:N). Searching never adds a face to the gallery.",
    sdk: "face.dedupe",
    callers: ["secret_key"],
    scope: "faces:read",
    form: {
      files: ["image"],
      required: ["image"],
      fields: z.strictObject({
        exclude_customer_ref: customerRefSchema
          .optional()
          .describe("Whose registered face is left out. An end user without one may be named."),
      }),
    },
    answer: { status: 200, description: "The best match, or that there is none.", schema: dedupeAnswer },
    errors: [...ONE_FACE, "model_version_mismatch"],
  },
  billable(findDuplicateFace, {
    input: (call) => ({
      image: requiredImage(call, "image"),
      excludedRef: call.body.exclude_customer_ref ?? null,
    }),
    answer: resultAnswer,
  }),
);

export const comparisonRoutes = [verifyFaces, readFaceMatch, deleteFaceMatch, searchDuplicates];
