import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { NamedImage } from "../../inference/port.ts";
import type { CheckResult } from "../checks.ts";
import type { CallContext } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { recordFaceMatch } from "./record-match.ts";
import { searchGallery } from "./search-gallery.ts";
import { searchBody } from "./search-result.ts";
import { comparableFace } from "./usable-face.ts";

/**
 * Biometric identification 1:N: the single best match among the tenant's registrations, without those of
 * `excludedRef`. The searched face is not enrolled. Throws 409 `model_version_mismatch` while the gallery
 * holds a template of another model version.
 */
export async function findDuplicateFace(
  ctx: CallContext<CheckResult, "inference" | "clock">,
  { image, excludedRef }: { readonly image: NamedImage; readonly excludedRef: string | null },
): Promise<Answer> {
  const { services, scope, call, now } = ctx;
  const analysis = await services.inference.analyzeFace(image, call.engines);
  const { template } = comparableFace(analysis, image);
  const search = await searchGallery(ctx, template, excludedRef);
  if (search === null) {
    const message = "The gallery holds faces of another model version: register them again.";
    throw new ApiError("model_version_mismatch", message);
  }
  const body = searchBody(newId("faceMatch", now), scope, analysis, template.version, search);
  return recordFaceMatch(ctx, { body, customerRef: search.found?.customerRef ?? null });
}
