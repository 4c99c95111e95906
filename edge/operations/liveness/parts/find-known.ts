import type { FrameAssessment } from "../../../inference/port.ts";
import { findRegistration, isActive } from "../../../store/gallery/face-templates.ts";
import { findKnownFrames } from "../../../store/results/known-frames.ts";
import type { KnownFrames } from "../../../verdicts/liveness/judge.ts";
import { isRegisteredPhoto, mirrored, SAME_PHOTO } from "../../../verdicts/match/copy.ts";
import type { Check } from "../../parts/open-check.ts";
import { openTemplate } from "../../parts/sealed-template.ts";

/**
 * Looks for the frames among those of earlier checks and, where the customer is registered, compares them
 * with the registered photo. Not compared where a test reference fixes the outcome.
 */
export async function findKnown(check: Check, assessments: readonly FrameAssessment[]): Promise<KnownFrames> {
  const { services, scope, customerRef, verification, fixed } = check;
  const found = assessments.map(({ analysis }) => analysis.principal?.template.hashes[0]);
  const hashes = found.filter((hash) => hash !== undefined);
  if (fixed !== null) return { replayed: assessments.map(() => false), registrationCopied: null };
  const [known, registrationCopied] = await Promise.all([
    findKnownFrames(services.db, scope, {
      frames: hashes.map((hash) => ({ hash, mirrored: mirrored(hash) })),
      customerRef,
      verificationId: verification?.id ?? null,
      limits: SAME_PHOTO,
    }),
    isRegistered(check, hashes),
  ]);
  const replayed = found.map((hash) => hash !== undefined && known[hashes.indexOf(hash)]!);
  return { replayed, registrationCopied };
}

async function isRegistered(
  { services, scope, customerRef }: Check,
  hashes: readonly Uint8Array[],
): Promise<boolean | null> {
  if (customerRef === null) return null;
  const row = await findRegistration(services.db, scope, customerRef);
  if (!isActive(row) || row.template === null) return null;
  const bound = { id: row.registrationId, version: row.templateVersion };
  return isRegisteredPhoto(hashes, await openTemplate(services.vault, scope, bound, row.template));
}
