import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { customerRefSchema, parseParameters } from "../../http/validation.ts";
import { newId } from "../../ids.ts";
import { openTemplate } from "../../operations/faces/parts/sealed-template.ts";
import { comparableFace } from "../../operations/faces/parts/usable-face.ts";
import { requiredImage } from "../../operations/parts/open-check.ts";
import { enactTestReference } from "../../operations/parts/test-reference.ts";
import { findRegistration } from "../../store/gallery/face-templates.ts";
import { qualityReport } from "../../verdicts/face/quality.ts";
import { compare } from "../../verdicts/match/comparison.ts";
import type { Recording } from "../call/recording.ts";
import { recordFaceMatch } from "./record-match.ts";
import { isActive, registrationNotFound } from "./registrations.ts";

export const verifyRegistrationForm = { files: ["image"], fields: ["customer_ref"] };

export const verifyFields = z.strictObject({ customer_ref: customerRefSchema });

/**
 * POST /v1/face/registrations/verify: biometric verification 1:1 of an image with a customer's registration. 404
 * `registration_not_found`; 409 `model_version_mismatch` where it was made by another model version.
 */
export async function verifyRegistration(c: AppContext): Promise<Recording> {
  const { services, upload } = c.var;
  const { db, inference, vault } = services;
  const { scope, settings } = requireSecretKey(c.var.principal);
  const image = requiredImage(upload, "image");
  const { customer_ref: customerRef } = parseParameters(verifyFields, Object.fromEntries(upload.fields));
  const now = services.clock();
  await enactTestReference(scope, customerRef);
  const row = await findRegistration(db, scope, customerRef);
  if (!isActive(row)) throw registrationNotFound();
  if (row.template === null) throw new Error("An active registration has no template.");
  const [analysis, pack] = await Promise.all([inference.analyzeFace(image), inference.pack()]);
  const { template } = comparableFace(analysis, image);
  const { registrationId, templateVersion } = row;
  if (templateVersion !== template.version) {
    const message = "The face was registered with another model version: register it again.";
    throw new ApiError("model_version_mismatch", message, { param: "customer_ref" });
  }
  const bound = { id: registrationId, version: templateVersion };
  const reference = await openTemplate(vault, scope, bound, row.template);
  const comparison = compare(template, reference, pack, settings.faceMatchLevel);
  const body = {
    id: newId("faceMatch", now),
    kind: "registration_verify" as const,
    match: comparison.match,
    similarity: comparison.similarity,
    threshold: comparison.threshold,
    customer_ref: customerRef,
    registration_id: registrationId,
    quality: qualityReport(analysis),
    model_version: comparison.modelVersion,
    mode: scope.mode,
  };
  return recordFaceMatch(c, { body, customerRef, now });
}
