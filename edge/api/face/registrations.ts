import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { pageQuery, toPage } from "../../http/parameters/pagination.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { parseParameters } from "../../http/parameters/validation.ts";
import { ID_PREFIXES } from "../../ids.ts";
import { deleteRegistration } from "../../operations/faces/delete-registration.ts";
import { putRegistration, type Registration } from "../../operations/faces/put-registration.ts";
import { registrationNotFound } from "../../operations/faces/registration.ts";
import { enactTestReference } from "../../operations/test-reference.ts";
import { customerRefSchema } from "../../schemas/common.ts";
import type { Mode } from "../../scope.ts";
import { findRegistration, isActive, listRegistrations } from "../../store/gallery/face-templates.ts";
import { contextOf } from "../call/context.ts";
import { metered } from "../call/recorded.ts";
import { requiredImage } from "../form/required-image.ts";

export const registrationForm = { files: ["image"], fields: ["customer_ref", "replace"] };

export const registrationFields = z.strictObject({
  customer_ref: customerRefSchema,
  replace: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .default(false),
});

export const registrationsQuery = pageQuery(ID_PREFIXES.registration).extend({
  customer_ref: customerRefSchema.optional(),
});

/**
 * POST /v1/face/registrations: 201 with the registration; `replace=true` deletes the customer's earlier one.
 */
export const registerFace = metered(putRegistration, {
  input: ({ var: { principal, upload } }: AppContext) => {
    requireSecretKey(principal);
    const image = requiredImage(upload, "image");
    const { customer_ref, replace } = parseParameters(registrationFields, Object.fromEntries(upload.fields));
    return { image, customerRef: customer_ref, replace };
  },
  answer: (made, c) => ({
    status: 201,
    body: render(c.var.principal.scope.mode, made),
    subject: { id: made.registrationId, customerRef: made.customerRef },
  }),
});

/**
 * GET /v1/face/registrations: the active registrations, newest first; `customer_ref` narrows the list to one
 * person's.
 */
export async function readRegistrations(c: AppContext, query: z.output<typeof registrationsQuery>) {
  const { scope } = requireSecretKey(c.var.principal);
  await enactTestReference(scope, query.customer_ref ?? null);
  const page = { limit: query.limit + 1, before: query.cursor, customerRef: query.customer_ref };
  const rows = await listRegistrations(c.var.services.db, scope, page);
  const named = rows.map((row) => ({ ...row, id: row.registrationId }));
  return c.json(toPage(named, query.limit, (row) => render(scope.mode, row)));
}

/** The person whom the path of a registration names. Throws 404 `registration_not_found` for no name. */
export const personOf = (c: AppContext) => pathParameter(c, "customer_ref", registrationNotFound);

/**
 * POST /v1/face/registrations/read, and GET /v1/face/registrations/:customer_ref: the active registration, or
 * 404 `registration_not_found`.
 */
export async function readRegistration(c: AppContext, customerRef: string) {
  const { scope } = requireSecretKey(c.var.principal);
  await enactTestReference(scope, customerRef);
  const row = await findRegistration(c.var.services.db, scope, customerRef);
  if (!isActive(row)) throw registrationNotFound();
  return c.json(render(scope.mode, row));
}

/**
 * POST /v1/face/registrations/delete, and DELETE /v1/face/registrations/:customer_ref: 204, and 204 again.
 */
export async function removeRegistration(c: AppContext, customerRef: string) {
  requireSecretKey(c.var.principal);
  await deleteRegistration(contextOf(c), { customerRef });
  return c.body(null, 204);
}

function render(mode: Mode, row: Registration) {
  return {
    registration_id: row.registrationId,
    customer_ref: row.customerRef,
    status: "active",
    quality: row.quality,
    model_version: row.templateVersion,
    mode,
    created_at: new Date(row.createdAt).toISOString(),
  };
}
