import { z } from "zod";
import { compareFaces, findDuplicateFace } from "../operations/faces/compare.ts";
import { customerRefSchema } from "../schemas/common.ts";
import { dedupeAnswer, faceMatchAnswer, faceVerifyAnswer } from "../schemas/faces.ts";
import { requiredImage } from "./call/call.ts";
import { resultAnswer, resultRoutes } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable } from "./call/writing.ts";

/** Refusals of an image that has to show one usable face. */
export const ONE_FACE = ["no_face_detected", "multiple_faces_detected", "face_quality_too_low"] as const;

const verifyFaces = route(
  {
    method: "post",
    path: "/v1/face/verify",
    id: "verifyFaces",
    summary: "Compare two images",
    description: "Biometric verification 1:1. A non-match is an answer, not an error.",
    callers: ["secret_key"],
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
  answer: "The result; `kind` tells which.",
  read: {
    id: "readFaceMatch",
    summary: "Read a face match",
    description: "Any `fm_` id, whichever call made it. Counts against the usage cap.",
  },
  remove: {
    id: "deleteFaceMatch",
    summary: "Delete a face match",
    description:
      "The comparison is gone for good, and what of its event is still to be delivered is not sent. Repeating it is allowed.",
  },
});

const searchDuplicates = route(
  {
    method: "post",
    path: "/v1/face/dedupe",
    id: "searchDuplicates",
    summary: "Search the gallery",
    description: "Exact search for the single best match. Nothing that is searched for is ever enrolled.",
    callers: ["secret_key"],
    form: {
      files: ["image"],
      required: ["image"],
      fields: z.strictObject({ exclude_customer_ref: customerRefSchema.optional() }),
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
