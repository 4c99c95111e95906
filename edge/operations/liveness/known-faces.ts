import type { FaceAnalysis, FrameAssessment, Template } from "../../inference/port.ts";
import type { Statement } from "../../store/batch.ts";
import { findRegistration, isActive } from "../../store/results/face-templates.ts";
import { type FrameQuestion, findKnownFrames, onlyIfNew } from "../../store/results/liveness-results.ts";
import type { KnownFrames } from "../../verdicts/liveness/judge.ts";
import { isRegisteredPhoto, mirrored, SAME_PHOTO } from "../../verdicts/match/copy.ts";
import { qualityReport } from "../../verdicts/match/quality.ts";
import { besideOf, type Check } from "../checks.ts";
import { openRegistered } from "../registrations/registered-face.ts";
import { type Searched, searchOthers } from "../registrations/search-others.ts";

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
 * requires it; else null.
 */
export async function findDuplicate(
  check: Check,
  analysis: FaceAnalysis,
  template: Template,
): Promise<Searched | null> {
  const { verification, fixed } = check;
  if (verification === null || verification.policy.dedupe === "off") return null;
  const probe = { template, quality: qualityReport(analysis), isSpecimen: fixed !== null };
  return searchOthers(check, verification, probe);
}
