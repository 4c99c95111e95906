import type { MatchLevel } from "../../../vocabulary/faces.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { NamedImage } from "../../inference/port.ts";
import { findRegistration, isActive } from "../../store/gallery/face-templates.ts";
import { compare } from "../../verdicts/match/comparison.ts";
import { isRegisteredPhoto } from "../../verdicts/match/copy.ts";
import { qualityReport } from "../../verdicts/match/quality.ts";
import type { CheckResult } from "../checks.ts";
import type { CallContext } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { openTemplate } from "../sealed-template.ts";
import { enactTestReference } from "../test-reference.ts";
import { recordFaceMatch } from "./record-match.ts";
import { registrationNotFound } from "./registration.ts";
import { comparableFace } from "./usable-face.ts";

interface Claim {
  readonly image: NamedImage;
  readonly customerRef: string;
  readonly level: MatchLevel;
}

/**
 * Biometric verification 1:1 of an image with a customer's registration. Throws 404 `registration_not_found`,
 * and 409 `model_version_mismatch` for a registration of another model version. In live mode the very photo
 * that was registered is no match; test mode reports it.
 */
export async function compareRegistered(
  ctx: CallContext<CheckResult, "inference" | "clock">,
  { image, customerRef, level }: Claim,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { db, inference, vault } = services;
  await enactTestReference(scope, customerRef);
  const row = await findRegistration(db, scope, customerRef);
  if (!isActive(row)) throw registrationNotFound();
  if (row.template === null) throw new Error("An active registration has no template.");
  const [analysis, pack] = await Promise.all([
    inference.analyzeFace(image, ctx.call.engines),
    inference.pack(),
  ]);
  const { template } = comparableFace(analysis, image);
  const { registrationId, templateVersion } = row;
  if (templateVersion !== template.version) {
    const message = "The face was registered with another model version: register it again.";
    throw new ApiError("model_version_mismatch", message, { param: "customer_ref" });
  }
  const bound = { id: registrationId, version: templateVersion };
  const reference = await openTemplate(vault, scope, bound, row.template);
  const comparison = compare(template, reference, pack, level);
  const copied = isRegisteredPhoto(template.hashes, reference);
  const isJudged = comparison.match && copied === true && scope.mode === "live";
  const body = {
    id: newId("faceMatch", now),
    kind: "registration_verify" as const,
    match: comparison.match && !isJudged,
    copied,
    reason: isJudged ? "registration_copied" : null,
    similarity: comparison.similarity,
    threshold: comparison.threshold,
    customer_ref: customerRef,
    registration_id: registrationId,
    quality: qualityReport(analysis),
    model_version: comparison.modelVersion,
    mode: scope.mode,
  };
  return recordFaceMatch(ctx, { body, customerRef });
}
