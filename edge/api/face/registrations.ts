import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { pageQuery, toPage } from "../../http/pagination.ts";
import { pathParameter } from "../../http/path-parameter.ts";
import { customerRefSchema, parseParameters } from "../../http/validation.ts";
import { ID_PREFIXES, newId } from "../../ids.ts";
import { sealTemplate } from "../../operations/faces/parts/sealed-template.ts";
import { enrollableFace } from "../../operations/faces/parts/usable-face.ts";
import { requiredImage } from "../../operations/parts/open-check.ts";
import { enactTestReference } from "../../operations/parts/test-reference.ts";
import type { Mode } from "../../scope.ts";
import { commit } from "../../store/batch.ts";
import {
  deleteRegistration,
  findRegistration,
  insertRegistration,
  isRegistered,
  listRegistrations,
  type RegistrationRow,
} from "../../store/gallery/face-templates.ts";
import { qualityReport } from "../../verdicts/face/quality.ts";
import type { Recording } from "../call/recording.ts";

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

/** What is shown of a registration that is there. */
type Shown = Pick<
  RegistrationRow,
  "registrationId" | "customerRef" | "quality" | "templateVersion" | "createdAt"
>;

/**
 * POST /v1/face/registrations: 201 with the registration; 409 `registration_exists` where the customer has one, unless
 * `replace=true`, which deletes it in the same batch. A capture with any issue is refused.
 */
export async function registerFace(c: AppContext): Promise<Recording> {
  const { services, upload } = c.var;
  const { db, inference, vault } = services;
  const { scope } = requireSecretKey(c.var.principal);
  const image = requiredImage(upload, "image");
  const asked = parseParameters(registrationFields, Object.fromEntries(upload.fields));
  const customerRef = asked.customer_ref;
  await enactTestReference(scope, customerRef);
  // Before the work; the row's unique index decides between two at once.
  if (!asked.replace && isActive(await findRegistration(db, scope, customerRef))) throw exists();
  const analysis = await inference.analyzeFace(image);
  const { template } = enrollableFace(analysis, image);
  const now = services.clock();
  const id = newId("registration", now);
  const shown: Shown = {
    registrationId: id,
    customerRef,
    quality: { ...qualityReport(analysis) },
    templateVersion: template.version,
    createdAt: now,
  };
  const row = { ...shown, template: await sealTemplate(vault, scope, id, template) };
  const replaced = asked.replace ? deleteRegistration(db, scope, customerRef, now) : [];
  return {
    statements: [...replaced, insertRegistration(db, scope, row)],
    answer: { status: 201, body: render(scope.mode, shown), subject: { id, customerRef } },
    async undo(error) {
      if (isRegistered(error)) throw exists();
    },
  };
}

/** GET /v1/face/registrations: the active ones, newest first; `customer_ref` narrows them to one person's. */
export async function readRegistrations(c: AppContext, query: z.output<typeof registrationsQuery>) {
  const { scope } = requireSecretKey(c.var.principal);
  await enactTestReference(scope, query.customer_ref ?? null);
  const page = { limit: query.limit + 1, before: query.cursor, customerRef: query.customer_ref };
  const rows = await listRegistrations(c.var.services.db, scope, page);
  const named = rows.map((row) => ({ ...row, id: row.registrationId }));
  return c.json(toPage(named, query.limit, (row) => render(scope.mode, row)));
}

/** GET /v1/face/registrations/:customer_ref: the active one, or 404 `registration_not_found`. */
export async function readRegistration(c: AppContext) {
  const { scope } = requireSecretKey(c.var.principal);
  const customerRef = pathParameter(c, "customer_ref");
  await enactTestReference(scope, customerRef);
  const row = await findRegistration(c.var.services.db, scope, customerRef);
  if (!isActive(row)) throw registrationNotFound();
  return c.json(render(scope.mode, row));
}

/**
 * DELETE /v1/face/registrations/:customer_ref: 204, and 204 again; 404 for a customer that this tenant and mode never
 * registered, so that a misspelt reference is not taken for a deletion. The template is gone for good.
 */
export async function removeRegistration(c: AppContext) {
  const { db, clock } = c.var.services;
  const { scope } = requireSecretKey(c.var.principal);
  const customerRef = pathParameter(c, "customer_ref");
  await enactTestReference(scope, customerRef);
  const row = await findRegistration(db, scope, customerRef);
  if (row === undefined) throw registrationNotFound();
  if (isActive(row)) await commit(db, deleteRegistration(db, scope, customerRef, clock()));
  return c.body(null, 204);
}

export const registrationNotFound = () =>
  new ApiError("registration_not_found", "No face is registered for this customer_ref.");

export function isActive(row: RegistrationRow | undefined): row is RegistrationRow {
  return row?.deletedAt === null;
}

const exists = () =>
  new ApiError(
    "registration_exists",
    "A face is registered for this customer_ref; replace=true replaces it.",
    {
      param: "customer_ref",
    },
  );

function render(mode: Mode, row: Shown) {
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
