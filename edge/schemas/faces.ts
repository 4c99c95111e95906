import { z } from "zod";
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
  match: z.boolean().describe("`similarity` is at or over `threshold`."),
  similarity: unit.describe("(1 + cosine) / 2 of the two templates."),
  threshold: unit.describe("The one that was applied: a measured operating point of the model pack."),
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
  kind: z.literal("verify"),
  ...comparison,
  image_a: z.object({ quality: faceQuality }),
  image_b: z.object({ quality: faceQuality }),
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
    kind: z.literal("registration_verify"),
    ...comparison,
    copied: copied.describe(
      "Whether the image is the very photo that was registered, which is no match in live mode. Null for a face that was registered before this was looked at.",
    ),
    reason: z
      .literal("registration_copied")
      .nullable()
      .optional()
      .describe("Why it is no match though `similarity` is at or over `threshold`; else null."),
    customer_ref: customerRef,
    registration_id: idOf("registration"),
    quality: faceQuality,
    ...judged,
    ...createdAt,
  })
  .meta({
    id: "RegistrationVerifyResult",
    description: "Whether an image shows the person who is registered.",
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
    kind: z.literal("dedupe"),
    match: z.boolean(),
    customer_ref: customerRef.nullable().describe("Whose registration matched; null when none did."),
    registration_id: idOf("registration").nullable(),
    similarity: unit.nullable().describe("Of the best candidate; null when the gallery is empty."),
    threshold: unit.describe("Set for a gallery of this size."),
    quality: faceQuality,
    gallery_size: z.int().min(0).describe("Registrations that were compared."),
    verification_id: idOf("verification")
      .optional()
      .describe("Of a search that a verification's policy asked for."),
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
    kind: z.literal("verification"),
    match: z.boolean(),
    similarity: unit.nullable().describe("Null where the two could not be compared."),
    threshold: unit.nullable(),
    reason: z.string().nullable().describe("Why it is no match; null for a match."),
    copied: copied.describe(
      "Whether a live frame is a copy of the document's portrait, which is no match in live mode. Null where that could not be determined.",
    ),
    verification_id: idOf("verification"),
    ocr_id: idOf("ocr").optional().describe("Whose portrait was compared."),
    lc_id: idOf("liveness").optional().describe("Whose frame it was compared with."),
    ...judged,
    ...createdAt,
  })
  .meta({
    id: "FaceStepResult",
    description: "A verification's own comparison of the document's portrait with the best live frame.",
  });

/** The answer of GET /v1/face/verify/:id, distinguished by `kind`. */
export const faceMatchAnswer = z
  .discriminatedUnion("kind", [faceVerifyAnswer, registrationVerifyAnswer, dedupeAnswer, faceStepAnswer])
  .meta({ discriminator: { propertyName: "kind" } });

export const registrationAnswer = z
  .object({
    registration_id: idOf("registration"),
    customer_ref: customerRef,
    status: z.literal("active"),
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
        quality: exampleQuality,
        ...common,
        created_at: exampleTime,
      },
    ],
  });
