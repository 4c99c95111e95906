import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { customerRefSchema, parseParameters } from "../../http/validation.ts";
import { newId } from "../../ids.ts";
import { searchGallery } from "../../operations/faces/parts/search-gallery.ts";
import { searchBody } from "../../operations/faces/parts/search-result.ts";
import { comparableFace } from "../../operations/faces/parts/usable-face.ts";
import { requiredImage } from "../../operations/parts/open-check.ts";
import type { Recording } from "../call/recording.ts";
import { recordFaceMatch } from "./record-match.ts";

export const dedupeForm = { files: ["image"], fields: ["exclude_customer_ref"] };

export const dedupeFields = z.strictObject({ exclude_customer_ref: customerRefSchema.optional() });

/**
 * POST /v1/face/dedupe: the one best match among the tenant's registrations, but for `exclude_customer_ref`'s. Nothing
 * searched is enrolled. 409 `model_version_mismatch` while the gallery holds a template of another model version.
 */
export async function searchDuplicates(c: AppContext): Promise<Recording> {
  const { services, upload } = c.var;
  const { scope } = requireSecretKey(c.var.principal);
  const image = requiredImage(upload, "image");
  const asked = parseParameters(dedupeFields, Object.fromEntries(upload.fields));
  const now = services.clock();
  const analysis = await services.inference.analyzeFace(image);
  const { template } = comparableFace(analysis, image);
  const search = await searchGallery(services, scope, template, asked.exclude_customer_ref ?? null);
  if (search === null) {
    const message = "The gallery holds faces of another model version: register them again.";
    throw new ApiError("model_version_mismatch", message);
  }
  const body = searchBody(newId("faceMatch", now), scope, analysis, template.version, search);
  return recordFaceMatch(c, { body, customerRef: search.found?.customerRef ?? null, now });
}
