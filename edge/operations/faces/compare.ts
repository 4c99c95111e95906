import type { MatchLevel } from "../../../vocabulary/faces.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { NamedImage } from "../../inference/port.ts";
import { findRegistration, isActive } from "../../store/results/face-templates.ts";
import { insertFaceMatch } from "../../store/results/results.ts";
import { countCall } from "../../store/results/tallies.ts";
import { compare } from "../../verdicts/match/comparison.ts";
import { isRegisteredPhoto } from "../../verdicts/match/copy.ts";
import { qualityReport } from "../../verdicts/match/quality.ts";
import { eventStatements } from "../../webhooks/outbox.ts";
import type { CheckResult } from "../checks.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { openRegistered, registrationNotFound } from "../registrations/registered-face.ts";
import { searchBody, searchGallery } from "../registrations/search-gallery.ts";
import { enactTestReference } from "../test-reference.ts";
import { comparableFace } from "./usable-face.ts";

/** Biometric verification 1:1 of two images. A non-match is a result, not an error. */
export async function compareFaces(
  ctx: CallContext<CheckResult, "inference" | "clock">,
  input: { readonly images: readonly [NamedImage, NamedImage]; readonly level: MatchLevel },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { inference } = services;
  const [first, second] = input.images;
  const analyses = [first, second].map((image) => inference.analyzeFace(image, ctx.call.inferenceUse));
  // If one fails, the end of the other one still has to show whether a worker processed the call's images.
  await Promise.allSettled(analyses);
  const [a, b, bundle] = await Promise.all([analyses[0]!, analyses[1]!, inference.bundle()]);
  const probe = comparableFace(a, first);
  const reference = comparableFace(b, second);
  const comparison = compare(probe.template, reference.template, bundle, input.level);
  const body = {
    id: newId("faceMatch", now),
    kind: "verify" as const,
    match: comparison.match,
    similarity: comparison.similarity,
    threshold: comparison.threshold,
    image_a: { quality: qualityReport(a) },
    image_b: { quality: qualityReport(b) },
    model_version: comparison.modelVersion,
    mode: scope.mode,
  };
  return recordFaceMatch(ctx, { body, customerRef: null });
}

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
  const [analysis, bundle] = await Promise.all([
    inference.analyzeFace(image, ctx.call.inferenceUse),
    inference.bundle(),
  ]);
  const { template } = comparableFace(analysis, image);
  const { registrationId, templateVersion } = row;
  if (templateVersion !== template.version) {
    const message = "The face was registered with another model version: register it again.";
    throw new ApiError("model_version_mismatch", message, { param: "customer_ref" });
  }
  const reference = await openRegistered(vault, scope, row);
  const comparison = compare(template, reference, bundle, level);
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
  const analysis = await services.inference.analyzeFace(image, call.inferenceUse);
  const { template } = comparableFace(analysis, image);
  const search = await searchGallery(ctx, template, excludedRef);
  if (search === null) {
    const message = "The gallery holds faces of another model version: register them again.";
    throw new ApiError("model_version_mismatch", message);
  }
  const body = searchBody(
    newId("faceMatch", now),
    scope,
    { quality: qualityReport(analysis), version: template.version },
    search,
  );
  return recordFaceMatch(ctx, { body, customerRef: search.found?.customerRef ?? null });
}

/** A comparison or search of faces outside a verification. */
interface FaceMatch {
  readonly body: { readonly id: string; readonly kind: "verify" | "registration_verify" | "dedupe" };
  /** The end user that the result names. */
  readonly customerRef: string | null;
}

/** Keeps a result. Only the comparison of two images has an event, `face.verify.completed`. */
function recordFaceMatch(
  ctx: CallContext<CheckResult, "clock">,
  { body: { ...body }, customerRef }: FaceMatch,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { db, clock } = services;
  const { id, kind } = body;
  const row = { id, verificationId: null, customerRef, createdAt: now, kind, body };
  const event = { type: "face.verify.completed", data: body, subjectId: id, customerRef, now } as const;
  const statements = [
    insertFaceMatch(db, scope, row),
    countCall(db, scope, { resultId: id, startedAt: now, endedAt: clock() }),
    ...(kind === "verify" ? eventStatements(db, scope, event).statements : []),
  ];
  return commitResult(ctx, { statements }, { id, customerRef, createdAt: now, body });
}
