import { newId } from "../../../ids.ts";
import type { FaceAnalysis, Template } from "../../../inference/port.ts";
import type { Statement } from "../../../store/batch.ts";
import { insertFaceMatch } from "../../../store/results/face-matches.ts";
import { searchOutcome } from "../../../verdicts/outcomes/step-outcome.ts";
import type { StepResult } from "../../../verification/types.ts";
import { searchGallery } from "../../faces/parts/search-gallery.ts";
import { type Search, searchBody, searchedNobody } from "../../faces/parts/search-result.ts";
import type { Check } from "../../parts/open-check.ts";

/**
 * Looks for the face of a live check among the other customers' registrations, where the verification's
 * policy asks for it; else null. A gallery that cannot be searched sends the verification to a person. That
 * outcome has no row, since nothing was measured.
 */
export async function findDuplicate(
  check: Check,
  livenessId: string,
  analysis: FaceAnalysis,
  probe: Template,
): Promise<{ step: StepResult; statements: Statement[] } | null> {
  const { services, scope, now, verification } = check;
  if (verification === null || verification.policy.dedupe === "off") return null;
  const { id: verificationId, customerRef, policy } = verification;
  const id = newId("faceMatch", now);
  const search = await searchOthers(check, probe, customerRef);
  const step: StepResult = {
    part: "search",
    resultIds: [id],
    capture: livenessId,
    ...searchOutcome(search, policy.dedupe),
  };
  if (search === null) return { step, statements: [] };
  const found = searchBody(id, scope, analysis, probe.version, search);
  const body = { ...found, verification_id: verificationId };
  const row = { id, verificationId, customerRef, createdAt: now, kind: "dedupe", body } as const;
  return { step, statements: [insertFaceMatch(services.db, scope, row)] };
}

/** A specimen has no bearer, so a test reference with a fixed outcome finds nobody. */
async function searchOthers(check: Check, probe: Template, ownRef: string): Promise<Search | null> {
  const { services, fixed } = check;
  if (fixed !== null) return searchedNobody(await services.inference.pack(), probe.version);
  return searchGallery(check, probe, ownRef);
}
