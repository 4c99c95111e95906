import type { Scope } from "../../core/scope.ts";
import type { FaceAnalysis, Pack } from "../../inference/port.ts";
import { similarityOf } from "../../verdicts/match/comparison.ts";
import { qualityReport } from "../../verdicts/match/quality.ts";
import { searchPoint } from "../../verdicts/match/search.ts";

/** The outcome of a search of the gallery. */
export interface Search {
  readonly match: boolean;
  /** The reference that matched; null without a match. */
  readonly found: { readonly customerRef: string; readonly registrationId: string } | null;
  /** The best candidate's similarity, matched or not; null for an empty gallery. */
  readonly similarity: number | null;
  readonly threshold: number;
  /** Whether the threshold was measured for a gallery of this size: see `SearchPoint`. */
  readonly fpirHeld: boolean;
  /** Number of references that were compared. */
  readonly gallerySize: number;
}

/** A reference that was compared with the probe. */
export interface Candidate {
  readonly customerRef: string;
  readonly registrationId: string;
  readonly score: number;
}

/** The outcome of a search of an empty gallery. */
export const searchedNobody = (pack: Pack, version: string): Search => judge(null, 0, pack, version);

/** The outcome for the best candidate among so many references. */
export function judge(best: Candidate | null, gallerySize: number, pack: Pack, version: string): Search {
  const { score, fpirHeld } = searchPoint(pack, gallerySize, version);
  const match = best !== null && best.score >= score;
  return {
    match,
    found: match ? best : null,
    similarity: best === null ? null : similarityOf(best.score),
    threshold: similarityOf(score),
    fpirHeld,
    gallerySize,
  };
}

/** The body of a search's result (contract §4.7). */
export function searchBody(
  id: string,
  scope: Scope,
  analysis: FaceAnalysis,
  version: string,
  search: Search,
) {
  return {
    id,
    kind: "dedupe" as const,
    match: search.match,
    customer_ref: search.found?.customerRef ?? null,
    registration_id: search.found?.registrationId ?? null,
    similarity: search.similarity,
    threshold: search.threshold,
    quality: qualityReport(analysis),
    model_version: version,
    gallery_size: search.gallerySize,
    mode: scope.mode,
  };
}
