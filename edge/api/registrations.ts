import { z } from "zod";
import type { SecretKeyPrincipal } from "../auth/principal.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import type { Mode } from "../core/scope.ts";
import { askedPage, pageQuery, toPage } from "../http/parameters.ts";
import { compareRegistered } from "../operations/faces/compare.ts";
import { deleteRegistration, putRegistration, type Registration } from "../operations/faces/enrol.ts";
import { registrationNotFound } from "../operations/registrations/registered-face.ts";
import { enactTestReference } from "../operations/test-reference.ts";
import { customerRefSchema, pageOf, personBody } from "../schemas/common.ts";
import { registrationAnswer, registrationVerifyAnswer } from "../schemas/faces.ts";
import { findRegistration, isActive, listRegistrations } from "../store/results/face-templates.ts";
import { type Call, contextOf, requiredImage } from "./call/call.ts";
import { resultAnswer } from "./call/results.ts";
import { route } from "./call/route.ts";
import { billable } from "./call/writing.ts";
import { ONE_FACE } from "./faces.ts";

const REFUSED = ["registration_not_found", "usage_cap_reached"] as const;

const customerRef = { customer_ref: "The end user's `customer_ref`." };

const read = { status: 200, description: "The registration.", schema: registrationAnswer } as const;

const deleted = { status: 204, description: "The registration is deleted." } as const;

type KeyCall = Call<SecretKeyPrincipal>;

const registerFace = route(
  {
    method: "post",
    path: "/v1/face/registrations",
    id: "registerFace",
    summary: "Register a face",
    description: "Adds an end user's face to your gallery, for comparisons and searches.",
    sdk: "face.registrations.create",
    callers: ["secret_key"],
    scope: "faces:write",
    form: {
      files: ["image"],
      required: ["image"],
      fields: z.strictObject({
        customer_ref: customerRefSchema,
        replace: z
          .enum(["true", "false"])
          .transform((text) => text === "true")
          .default(false)
          .describe("Whether to replace an existing registration of this `customer_ref`."),
      }),
      example: { customer_ref: "user-4711" },
    },
    answer: { status: 201, description: "The registration.", schema: registrationAnswer },
    errors: [...ONE_FACE, "registration_exists"],
  },
  billable(putRegistration, {
    input: (call) => ({
      image: requiredImage(call, "image"),
      customerRef: call.body.customer_ref,
      replace: call.body.replace,
    }),
    answer: (made, { principal }) => ({
      body: render(principal.scope.mode, made),
      subject: { id: made.registrationId, customerRef: made.customerRef },
    }),
  }),
);

const listed = route(
  {
    method: "get",
    path: "/v1/face/registrations",
    id: "listRegistrations",
    summary: "List registered faces",
    description: "Newest first.",
    sdk: "face.registrations.list({ limit: 20 })",
    callers: ["secret_key"],
    scope: "faces:read",
    query: pageQuery(ID_PREFIXES.registration).extend({ customer_ref: customerRefSchema.optional() }),
    answer: { status: 200, description: "A page.", schema: pageOf(registrationAnswer) },
    errors: ["usage_cap_reached"],
  },
  async ({ services, principal: { scope }, query }) => {
    await enactTestReference(scope, query.customer_ref ?? null);
    const page = { ...askedPage(scope, query), customerRef: query.customer_ref };
    const rows = await listRegistrations(services.db, scope, page);
    const named = rows.map((row) => ({ ...row, id: row.registrationId }));
    return toPage(scope, named, query.limit, (row) => render(scope.mode, row));
  },
);

const verifyRegistration = route(
  {
    method: "post",
    path: "/v1/face/registrations/verify",
    id: "verifyRegistration",
    summary: "Compare with a registered face",
    description: "Compares an image 1:1 with the registered face of a `customer_ref`.",
    sdk: "face.registrations.verify",
    callers: ["secret_key"],
    scope: "faces:read",
    form: {
      files: ["image"],
      required: ["image"],
      fields: z.strictObject({ customer_ref: customerRefSchema }),
      example: { customer_ref: "user-4711" },
    },
    answer: { status: 200, description: "The comparison.", schema: registrationVerifyAnswer },
    errors: [...ONE_FACE, "registration_not_found", "model_version_mismatch"],
  },
  billable(compareRegistered, {
    input: (call) => ({
      image: requiredImage(call, "image"),
      customerRef: call.body.customer_ref,
      level: call.principal.settings.faceMatchLevel,
    }),
    answer: resultAnswer,
  }),
);

const readOfPerson = route(
  {
    method: "post",
    path: "/v1/face/registrations/read",
    id: "readRegistrationOf",
    summary: "Retrieve a registered face",
    description: "With `customer_ref` in the body. Proxies may log addresses, but not bodies.",
    sdk: 'face.registrations.retrieve("user-4711")',
    callers: ["secret_key"],
    scope: "faces:read",
    json: personBody,
    answer: read,
    errors: REFUSED,
  },
  (call) => readRegistration(call, call.body.customer_ref),
);

const removeOfPerson = route(
  {
    method: "post",
    path: "/v1/face/registrations/delete",
    id: "removeRegistrationOf",
    summary: "Delete a registered face",
    description: "Erases the face template for good. Repeating the call is allowed.",
    sdk: 'face.registrations.delete("user-4711")',
    callers: ["secret_key"],
    scope: "faces:write",
    json: personBody,
    answer: deleted,
    errors: REFUSED,
  },
  (call) => deleteRegistration(contextOf(call), { customerRef: call.body.customer_ref }),
);

const readOne = route(
  {
    method: "get",
    path: "/v1/face/registrations/:customer_ref",
    id: "readRegistration",
    summary: "Retrieve a registered face, named in the path",
    description:
      "The same as `POST /v1/face/registrations/read`. Prefer that call: proxies may log addresses.",
    parameters: customerRef,
    callers: ["secret_key"],
    scope: "faces:read",
    answer: read,
    errors: REFUSED,
  },
  (call) => readRegistration(call, personOf(call)),
);

const removeOne = route(
  {
    method: "delete",
    path: "/v1/face/registrations/:customer_ref",
    id: "removeRegistration",
    summary: "Delete a registered face, named in the path",
    description:
      "The same as `POST /v1/face/registrations/delete`. Prefer that call: proxies may log addresses.",
    parameters: customerRef,
    callers: ["secret_key"],
    scope: "faces:write",
    answer: deleted,
    errors: REFUSED,
  },
  (call) => deleteRegistration(contextOf(call), { customerRef: personOf(call) }),
);

export const registrationRoutes = [
  ...[registerFace, listed, verifyRegistration],
  ...[readOfPerson, removeOfPerson, readOne, removeOne],
];

/** The end user in the path. Throws 404 `registration_not_found` for an empty name. */
const personOf = (call: KeyCall) => call.param("customer_ref", registrationNotFound);

/** The active registration of a person. Throws 404 `registration_not_found`. */
async function readRegistration({ services, principal: { scope } }: KeyCall, person: string) {
  await enactTestReference(scope, person);
  const row = await findRegistration(services.db, scope, person);
  if (!isActive(row)) throw registrationNotFound();
  return render(scope.mode, row);
}

function render(mode: Mode, row: Registration) {
  return {
    registration_id: row.registrationId,
    customer_ref: row.customerRef,
    status: "active",
    origin: row.origin,
    quality: row.quality,
    model_version: row.templateVersion,
    mode,
    created_at: new Date(row.createdAt).toISOString(),
  };
}
