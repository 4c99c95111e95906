import type { FaceAnalysis, Pack } from "../../../inference/port.ts";
import type { Scope } from "../../../scope.ts";
import { qualityReport } from "../../../verdicts/face/quality.ts";
import { similarityOf } from "../../../verdicts/match/comparison.ts";
import { searchPoint } from "../../../verdicts/match/search.ts";

/** What a search of the gallery found. */
export interface Search {
  readonly match: boolean;
  /** Whose reference matched; null when none did. */
  readonly found: { readonly customerRef: string; readonly registrationId: string } | null;
  /** Of the best candidate, matched or not; null when there was nobody to compare with. */
  readonly similarity: number | null;
  readonly threshold: number;
  /** Whether the threshold was measured for a gallery of this size: see `SearchPoint`. */
  readonly fpirHeld: boolean;
  /** References that were compared. */
  readonly gallerySize: number;
}

/** A reference that was compared with the probe. */
export interface Candidate {
  readonly customerRef: string;
  readonly registrationId: string;
  readonly score: number;
}

/** What a search of an empty gallery finds. */
export const searchedNobody = (pack: Pack, version: string): Search => judge(null, 0, pack, version);

/** What is to be made of the best candidate among so many references. */
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

/** The result of a search as it is kept and told (contract §4.7). */
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
