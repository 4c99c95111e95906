import { z } from "zod";
import { REGISTRATION_ORIGINS } from "../../vocabulary/faces.ts";
import {
  createdAt,
  customerRef,
  exampleQuality,
  exampleTime,
  faceQuality,
  idOf,
  modelVersion,
  modeSchema,
  unit,
} from "./common.ts";

const comparison = {
  match: z.boolean().describe("Whether the faces match: `similarity` is at least `threshold`."),
  similarity: unit.describe("Similarity of the two faces, from 0 to 1: (1 + cosine) / 2 of their templates."),
  threshold: unit.describe(
    "The similarity needed for a match, at the tenant's or policy's `face_match_level`.",
  ),
};
const copied = z.boolean().nullable();
const judged = { model_version: modelVersion, mode: modeSchema };

const exampleJudged = {
  match: true,
  similarity: 0.83,
  threshold: 0.69,
  model_version: "faces@1",
  mode: "test",
};
const exampleId = "fm_01JPA72C4X6Z8B0D2F4H6K8M0P";
const exampleRegistration = "fr_01JPA72RQ3S5V7X9Z1B3D5F7H9";
const common = { model_version: "faces@1", mode: "test" };

const verifyShape = {
  id: idOf("faceMatch"),
  kind: z.literal("verify").describe("What was compared: two uploaded images."),
  ...comparison,
  image_a: z.object({ quality: faceQuality }).describe("The first image."),
  image_b: z.object({ quality: faceQuality }).describe("The second image."),
  ...judged,
};

const verifyExample = {
  id: exampleId,
  kind: "verify",
  ...exampleJudged,
  image_a: { quality: exampleQuality },
  image_b: { quality: exampleQuality },
};

/** The data of `face.verify.completed` (contract §11.1). */
export const faceVerifyData = z.object(verifyShape).meta({
  id: "FaceVerifyData",
  description: "The data of a `face.verify.completed` event.",
  examples: [verifyExample],
});

export const faceVerifyAnswer = z.object({ ...verifyShape, ...createdAt }).meta({
  id: "FaceVerifyResult",
  description: "Whether two images show one person.",
  examples: [{ ...verifyExample, created_at: exampleTime }],
});

export const registrationVerifyAnswer = z
  .object({
    id: idOf("faceMatch"),
    kind: z
      .literal("registration_verify")
      .describe("What was compared: an uploaded image with a registered face."),
    ...comparison,
    copied: copied.describe(
      "Whether the image is the registered photo itself. In live mode such a copy is not a match. Null if it could not be determined.",
    ),
    reason: z
      .literal("registration_copied")
      .nullable()
      .optional()
      .describe("Why it is not a match although `similarity` reaches `threshold`; otherwise null."),
    customer_ref: customerRef,
    registration_id: idOf("registration"),
    quality: faceQuality,
    ...judged,
    ...createdAt,
  })
  .meta({
    id: "RegistrationVerifyResult",
    description: "Whether an image shows the registered person.",
    examples: [
      {
        id: exampleId,
        kind: "registration_verify",
        ...exampleJudged,
        copied: false,
        reason: null,
        customer_ref: "user-4711",
        registration_id: exampleRegistration,
        quality: exampleQuality,
        created_at: exampleTime,
      },
    ],
  });

export const dedupeAnswer = z
  .object({
    id: idOf("faceMatch"),
    kind: z.literal("dedupe").describe("What was compared: an uploaded image with all registered faces."),
    match: z.boolean().describe("Whether a registered face matches."),
    customer_ref: customerRef.nullable().describe("The end user whose registration matched, or null."),
    registration_id: idOf("registration").nullable().describe("The registration that matched, or null."),
    similarity: unit.nullable().describe("Similarity of the best candidate; null if the gallery is empty."),
    threshold: unit.describe("The similarity needed for a match. It rises with the size of the gallery."),
    quality: faceQuality,
    gallery_size: z.int().min(0).describe("Number of registrations that were searched."),
    verification_id: idOf("verification")
      .optional()
      .describe("The verification whose policy asked for the search; absent for other searches."),
    ...judged,
    ...createdAt,
  })
  .meta({
    id: "DedupeResult",
    description: "The best match in the gallery.",
    examples: [
      {
        id: exampleId,
        kind: "dedupe",
        match: false,
        customer_ref: null,
        registration_id: null,
        similarity: 0.52,
        threshold: 0.78,
        quality: exampleQuality,
        gallery_size: 1204,
        ...common,
        created_at: exampleTime,
      },
    ],
  });

const faceStepAnswer = z
  .object({
    id: idOf("faceMatch"),
    kind: z
      .literal("verification")
      .describe("What was compared: the selfie with the document's portrait, or with the registered face."),
    match: z.boolean().describe("Whether the faces match."),
    similarity: unit.nullable().describe("Null if the two could not be compared."),
    threshold: unit.nullable().describe("The similarity needed for a match; null if they were not compared."),
    reason: z.string().nullable().describe("Why it is not a match; null for a match."),
    copied: copied.describe(
      "Whether a frame is a copy of the document's portrait or of the registered photo. In live mode such a copy is not a match. Null if it could not be determined.",
    ),
    verification_id: idOf("verification"),
    ocr_id: idOf("ocr").optional().describe("The OCR result whose portrait was compared."),
    registration_id: idOf("registration")
      .nullable()
      .optional()
      .describe(
        "The registration that was compared, of an end user who returns. Null if it was deleted; absent for a portrait.",
      ),
    lc_id: idOf("liveness").optional().describe("The liveness result whose frame was compared."),
    ...judged,
    ...createdAt,
  })
  .meta({
    id: "FaceStepResult",
    description:
      "A verification's comparison of the best selfie frame with the document's portrait, or with the registered face.",
  });

/** The answer of GET /v1/face/verify/:id, distinguished by `kind`. */
export const faceMatchAnswer = z
  .discriminatedUnion("kind", [faceVerifyAnswer, registrationVerifyAnswer, dedupeAnswer, faceStepAnswer])
  .meta({ discriminator: { propertyName: "kind" } });

export const registrationAnswer = z
  .object({
    registration_id: idOf("registration"),
    customer_ref: customerRef,
    status: z.literal("active").describe("Always `active`; a deleted registration is a 404."),
    origin: z
      .enum(REGISTRATION_ORIGINS)
      .describe("`upload`: registered with an image. `approval`: the selfie of an approved verification."),
    quality: faceQuality,
    ...judged,
    ...createdAt,
  })
  .meta({
    id: "Registration",
    description: "A face in the tenant's gallery.",
    examples: [
      {
        registration_id: exampleRegistration,
        customer_ref: "user-4711",
        status: "active",
        origin: "upload",
        quality: exampleQuality,
        ...common,
        created_at: exampleTime,
      },
    ],
  });
