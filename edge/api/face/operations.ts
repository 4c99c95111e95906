import { z } from "zod";
import type { Operation, OperationGroup } from "../../http/operation.ts";
import { pageOf, personBody } from "../../schemas/common.ts";
import {
  dedupeAnswer,
  faceMatchAnswer,
  faceVerifyAnswer,
  registrationAnswer,
  registrationVerifyAnswer,
} from "../../schemas/faces.ts";
import { dedupeFields, dedupeForm } from "./dedupe.ts";
import { registrationFields, registrationForm, registrationsQuery } from "./registrations.ts";
import { verifyForm } from "./verify.ts";
import { verifyFields, verifyRegistrationForm } from "./verify-registration.ts";

/** Refusals of an image that has to show one usable face. */
const ONE_FACE = ["no_face_detected", "multiple_faces_detected", "face_quality_too_low"] as const;

const customerRef = { customer_ref: "The person's `customer_ref`." };

const comparisons: readonly Operation[] = [
  {
    method: "post",
    path: "/v1/face/verify",
    id: "verifyFaces",
    summary: "Compare two images",
    description: "Biometric verification 1:1. A non-match is an answer, not an error.",
    form: { spec: verifyForm, required: ["image_a", "image_b"], fields: z.strictObject({}) },
    answer: { status: 200, description: "The comparison.", schema: faceVerifyAnswer },
    errors: [...ONE_FACE, "model_version_mismatch", "usage_cap_reached"],
  },
  {
    method: "get",
    path: "/v1/face/verify/:id",
    id: "readFaceMatch",
    summary: "Read a face match",
    description: "Any `fm_` id, whichever call made it. Counts against the usage cap.",
    parameters: { id: "The result's id, `fm_…`." },
    answer: { status: 200, description: "The result; `kind` tells which.", schema: faceMatchAnswer },
    errors: ["not_found", "usage_cap_reached"],
  },
  {
    method: "delete",
    path: "/v1/face/verify/:id",
    id: "deleteFaceMatch",
    summary: "Delete a face match",
    description:
      "The comparison is gone for good, and what of its event is still to be delivered is not sent. Repeating it is allowed.",
    parameters: { id: "The result's id, `fm_…`." },
    answer: { status: 204, description: "The result is deleted." },
    errors: ["not_found"],
  },
  {
    method: "post",
    path: "/v1/face/dedupe",
    id: "searchDuplicates",
    summary: "Search the gallery",
    description: "Exact search for the single best match. Nothing that is searched for is ever enrolled.",
    form: { spec: dedupeForm, required: ["image"], fields: dedupeFields },
    answer: { status: 200, description: "The best match, or that there is none.", schema: dedupeAnswer },
    errors: [...ONE_FACE, "model_version_mismatch", "usage_cap_reached"],
  },
];

const registrations: readonly Operation[] = [
  {
    method: "post",
    path: "/v1/face/registrations",
    id: "registerFace",
    summary: "Register a face",
    form: { spec: registrationForm, required: ["image"], fields: registrationFields },
    answer: { status: 201, description: "The registration.", schema: registrationAnswer },
    errors: [...ONE_FACE, "registration_exists", "usage_cap_reached"],
  },
  {
    method: "get",
    path: "/v1/face/registrations",
    id: "listRegistrations",
    summary: "List registrations",
    query: registrationsQuery,
    answer: { status: 200, description: "A page.", schema: pageOf(registrationAnswer) },
    errors: ["usage_cap_reached"],
  },
  {
    method: "post",
    path: "/v1/face/registrations/verify",
    id: "verifyRegistration",
    summary: "Compare with a registration",
    description: "Biometric verification 1:1 of an image with the registered face of a `customer_ref`.",
    form: { spec: verifyRegistrationForm, required: ["image"], fields: verifyFields },
    answer: { status: 200, description: "The comparison.", schema: registrationVerifyAnswer },
    errors: [...ONE_FACE, "registration_not_found", "model_version_mismatch", "usage_cap_reached"],
  },
  {
    method: "post",
    path: "/v1/face/registrations/read",
    id: "readRegistrationOf",
    summary: "Read a registration, the person named in the body",
    json: personBody,
    unkeyed: true,
    answer: { status: 200, description: "The registration.", schema: registrationAnswer },
    errors: ["registration_not_found", "usage_cap_reached"],
  },
  {
    method: "post",
    path: "/v1/face/registrations/delete",
    id: "removeRegistrationOf",
    summary: "Delete a registration, the person named in the body",
    description: "The template is gone for good. Repeating it is allowed.",
    json: personBody,
    unkeyed: true,
    answer: { status: 204, description: "The registration is deleted." },
    errors: ["registration_not_found", "usage_cap_reached"],
  },
  {
    method: "get",
    path: "/v1/face/registrations/:customer_ref",
    id: "readRegistration",
    summary: "Read a registration",
    parameters: customerRef,
    answer: { status: 200, description: "The registration.", schema: registrationAnswer },
    errors: ["registration_not_found", "usage_cap_reached"],
  },
  {
    method: "delete",
    path: "/v1/face/registrations/:customer_ref",
    id: "removeRegistration",
    summary: "Delete a registration",
    description: "The template is gone for good. Repeating it is allowed.",
    parameters: customerRef,
    answer: { status: 204, description: "The registration is deleted." },
    errors: ["registration_not_found", "usage_cap_reached"],
  },
];

export const faceOperations: OperationGroup = {
  tag: "Faces",
  description: "Comparisons of faces 1:1, and a gallery of registered faces to compare with and search.",
  operations: [...comparisons, ...registrations],
};
