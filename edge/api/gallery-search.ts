import type { FaceAnalysis, Pack, Template } from "../inference/port.ts";
import type { Scope } from "../scope.ts";
import type { Services } from "../services.ts";
import type { Database } from "../store/batch.ts";
import { type GalleryRow, pageGallery } from "../store/face-templates.ts";
import type { Vault } from "../vault.ts";
import { qualityReport } from "../verdicts/face-quality.ts";
import { comparisonScore, similarityOf } from "../verdicts/match/comparison.ts";
import { searchPoint } from "../verdicts/match/search.ts";
import { openTemplate } from "./sealed-template.ts";

/** Templates in memory at once. */
const PAGE = 200;

/** What a search of the gallery found. */
export interface Search {
  readonly match: boolean;
  /** Whose reference matched; null when none did. */
  readonly found: { readonly customerRef: string; readonly registrationId: string } | null;
  /** Of the best candidate, matched or not; null when there was nobody to compare with. */
  readonly similarity: number | null;
  readonly threshold: number;
  /** References that were compared. */
  readonly gallerySize: number;
}

interface Candidate {
  readonly customerRef: string;
  readonly registrationId: string;
  readonly score: number;
}

/**
 * Biometric identification 1:N, exact: compares the probe with every active reference of the tenant and mode, but for one
 * customer's, and tells the best. Null when the gallery holds a reference of another model version: what cannot be
 * compared may be the very person, so that there is no answer until it is registered again.
 */
export async function searchGallery(
  { db, vault, inference }: Pick<Services, "db" | "vault" | "inference">,
  scope: Scope,
  probe: Template,
  excludedRef: string | null,
): Promise<Search | null> {
  let best: Candidate | null = null;
  let gallerySize = 0;
  for await (const page of galleryPages(db, scope)) {
    const rows = page.filter(({ customerRef }) => customerRef !== excludedRef);
    if (rows.some(({ templateVersion }) => templateVersion !== probe.version)) return null;
    for (const candidate of await Promise.all(rows.map((row) => compareWith(vault, scope, probe, row)))) {
      if (best === null || candidate.score > best.score) best = candidate;
    }
    gallerySize += rows.length;
  }
  return judge(best, searchPoint(await inference.pack(), gallerySize, probe.version), gallerySize);
}

/**
 * The gallery by pages, in the order of change. What changes while it is read comes to stand at its end, so that whoever
 * is registered throughout is seen at least once.
 */
async function* galleryPages(db: Database, scope: Scope): AsyncGenerator<GalleryRow[]> {
  for (let after = 0; ; ) {
    const page = await pageGallery(db, scope, { after, limit: PAGE });
    yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.seq;
  }
}

async function compareWith(
  vault: Vault,
  scope: Scope,
  probe: Template,
  { registrationId, customerRef, template, templateVersion }: GalleryRow,
): Promise<Candidate> {
  if (template === null) throw new Error("An active registration has no template.");
  const row = { id: registrationId, version: templateVersion };
  const reference = await openTemplate(vault, scope, row, template);
  return { customerRef, registrationId, score: comparisonScore(probe, reference) };
}

/** What a search of an empty gallery finds. */
export const searchedNobody = (pack: Pack, version: string): Search =>
  judge(null, searchPoint(pack, 0, version), 0);

function judge(best: Candidate | null, point: number, gallerySize: number): Search {
  const match = best !== null && best.score >= point;
  return {
    match,
    found: match ? best : null,
    similarity: best === null ? null : similarityOf(best.score),
    threshold: similarityOf(point),
    gallerySize,
  };
}

/** The result of a search as it is kept and told (contract §4). */
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
