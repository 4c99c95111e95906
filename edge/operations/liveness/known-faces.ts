import { newId } from "../../core/ids.ts";
import type { FaceAnalysis, FrameAssessment, Template } from "../../inference/port.ts";
import type { Statement } from "../../store/batch.ts";
import { findRegistration, isActive, onlyIfNoneSince } from "../../store/results/face-templates.ts";
import { findListed } from "../../store/results/known-documents.ts";
import { type FrameQuestion, findKnownFrames, onlyIfNew } from "../../store/results/liveness-results.ts";
import { insertFaceMatch } from "../../store/results/results.ts";
import type { KnownFrames } from "../../verdicts/liveness/judge.ts";
import { isRegisteredPhoto, mirrored, SAME_PHOTO } from "../../verdicts/match/copy.ts";
import type { MeasuredLiveness } from "../../verification/measured.ts";
import { isOff, type Policy } from "../../verification/policy.ts";
import { besideOf, type Check } from "../checks.ts";
import { faceTerm } from "../documents/known-terms.ts";
import { emptySearch, type Search, searchBody, searchGallery } from "../faces/search-gallery.ts";
import { openRegistered } from "../registrations/registered-face.ts";

/**
 * Looks for the frames among those of earlier checks and, if the end user is registered, compares them with
 * the registered photo. Not compared if a test reference fixes the outcome.
 */
export async function findKnown(check: Check, assessments: readonly FrameAssessment[]): Promise<KnownFrames> {
  const { services, scope, fixed } = check;
  const found = assessments.map(({ analysis }) => analysis.principal?.template.hashes[0]);
  const hashes = found.filter((hash) => hash !== undefined);
  if (fixed !== null) return { replayed: assessments.map(() => false), registrationCopied: null };
  const [known, registrationCopied] = await Promise.all([
    findKnownFrames(services.db, scope, questionOf(check, hashes)),
    isRegistered(check, hashes),
  ]);
  const replayed = found.map((hash) => hash !== undefined && known[hashes.indexOf(hash)]!);
  return { replayed, registrationCopied };
}

const questionOf = ({ customerRef, verification }: Check, hashes: readonly Uint8Array[]): FrameQuestion => ({
  frames: hashes.map((hash) => ({ hash, mirrored: mirrored(hash) })),
  customerRef,
  verificationId: verification?.id ?? null,
  limits: SAME_PHOTO,
});

/**
 * For the batch of a live check: rolls it back if a call that ran beside this one has sent one of the frames.
 * Empty if a test reference fixes the outcome.
 */
export function onlyNewFrames(
  check: Check,
  id: string,
  assessments: readonly FrameAssessment[],
): Statement[] {
  const { services, scope, fixed, now } = check;
  const hashes = assessments.flatMap(({ analysis }) => analysis.principal?.template.hashes[0] ?? []);
  if (fixed !== null || hashes.length === 0) return [];
  const beside = { id, since: besideOf("liveness", now) };
  return [onlyIfNew(services.db, scope, questionOf(check, hashes), beside)];
}

async function isRegistered(
  { services, scope, customerRef }: Check,
  hashes: readonly Uint8Array[],
): Promise<boolean | null> {
  if (customerRef === null) return null;
  const row = await findRegistration(services.db, scope, customerRef);
  if (!isActive(row)) return null;
  return isRegisteredPhoto(hashes, await openRegistered(services.vault, scope, row));
}

/**
 * Searches the face of a live check among the other end users' registrations, if the verification's policy
 * requires it; else null. A gallery that cannot be searched sends the verification to manual review. That
 * outcome has no row, since nothing was measured. A batch that has found nothing is rolled back if a face was
 * registered meanwhile: it may be the same one.
 */
export async function findDuplicate(
  check: Check,
  analysis: FaceAnalysis,
  probe: Template,
): Promise<{ measured: MeasuredLiveness["search"]; statements: Statement[] } | null> {
  const { services, scope, now, verification } = check;
  if (verification === null || verification.policy.dedupe === "off") return null;
  const { id: verificationId, customerRef, policy } = verification;
  const id = newId("faceMatch", now);
  const search = await searchOthers(check, probe, customerRef);
  if (search === null) return { measured: { resultIds: [id], found: null }, statements: [] };
  const { match, fpirHeld } = search;
  const isBlocked = await findBlocked(check, policy, search);
  const measured = { resultIds: [id], found: { match, fpirHeld, isBlocked } };
  const found = searchBody(id, scope, analysis, probe.version, search);
  const body = { ...found, verification_id: verificationId };
  const row = { id, verificationId, customerRef, createdAt: now, kind: "dedupe", body } as const;
  const guard =
    match || search.upTo === null ? [] : [onlyIfNoneSince(services.db, scope, search.upTo, customerRef)];
  return { measured, statements: [insertFaceMatch(services.db, scope, row), ...guard] };
}

/** Whether the found registration is on the block list; undefined if the policy does not require the list. */
async function findBlocked(
  { services, scope, now }: Check,
  { block_list }: Policy,
  { found }: Search,
): Promise<boolean | undefined> {
  if (isOff(block_list)) return undefined;
  if (found === null) return false;
  const term = await faceTerm(services, scope, found.registrationId);
  return (await findListed(services.db, scope, [term], now)).has("block");
}

/** A specimen belongs to no person, so a test reference with a fixed outcome finds no match. */
async function searchOthers(
  check: Check,
  probe: Template,
  ownRef: string,
): Promise<(Search & { readonly upTo: number | null }) | null> {
  const { services, fixed } = check;
  if (fixed !== null) return { ...emptySearch(await services.inference.bundle(), probe.version), upTo: null };
  return searchGallery(check, probe, ownRef);
}
