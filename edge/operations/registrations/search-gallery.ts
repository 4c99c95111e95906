import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import type { Vault } from "../../crypto/vault.ts";
import type { GalleryAnswer, GalleryChange, GalleryPage } from "../../inference/gallery.ts";
import type { InferenceCaller, ModelBundle, Template } from "../../inference/port.ts";
import { type GalleryRow, type GalleryView, viewGallery } from "../../store/results/face-templates.ts";
import { searchPoint, similarityOf } from "../../verdicts/match/comparison.ts";
import type { Services } from "../commit/context.ts";
import { galleryKey } from "../commit/inference-use.ts";
import { openTemplateBytes, templateBytes } from "../encrypted-template.ts";

/** Templates in memory at once. */
const PAGE = 500;
/** Milliseconds after which one request stops filling a gallery. */
const PATIENCE_MS = 5_000;

/** The context of a call that searches. */
interface Searching {
  readonly services: Pick<Services<"vault" | "inference" | "clock">, "db" | "vault" | "inference" | "clock">;
  readonly scope: Scope;
  readonly call: { readonly inferenceUse: InferenceCaller };
}

/**
 * Biometric identification 1:N, exact: compares the probe with every active reference of the tenant and mode,
 * except one end user's, and returns the best. Null if the gallery holds a reference of another model
 * version: that reference may be the very person, so a search has no answer until its face is registered
 * again.
 *
 * Inference searches its copy of the gallery. The database, read afterwards, shows whether the copy was
 * complete and whether the candidates are still registered; if not, inference gets the missing changes and
 * searches again. So a restart, a lag or another replica costs time and never an answer. If the copy takes
 * longer than one request (503 `service_unavailable`), the next request continues.
 *
 * `upTo`: the last row of the table of registrations that the answer knows of.
 */
export async function searchGallery(
  { services, scope, call }: Searching,
  probe: Template,
  excludedRef: string | null,
): Promise<(Search & { readonly upTo: number }) | null> {
  const { db, vault, inference, clock } = services;
  const { version } = probe;
  const gallery = galleryKey(scope, version);
  // The best candidate may be the excluded end user's, who has one registration at most.
  const limit = excludedRef === null ? 1 : 2;
  const search = { gallery, page: null, probe: templateBytes(probe), limit };
  const until = clock() + PATIENCE_MS;
  let answer = await inference.searchGallery(search, call.inferenceUse);
  for (let { filling } = answer; ; filling = false) {
    const registrationIds = answer.candidates.map(({ registrationId }) => registrationId);
    const question = { after: rowOf(answer.mark), limit: PAGE, registrationIds, version };
    const view = await viewGallery(db, scope, { ...question, exceptRef: excludedRef });
    if (view.mixed) return null;
    const page = await nextPage(vault, { scope, version }, answer, view);
    if (page === null) {
      const { best, gallerySize } = compared(answer, view, version, excludedRef);
      const upTo = rowOf(answer.mark)?.seq ?? 0;
      return { ...judge(best, gallerySize, await inference.bundle(), version), upTo };
    }
    const more = !view.known || view.changes.length === PAGE;
    // Two requests that fill one gallery do the same work twice.
    if (clock() >= until || (more && filling)) throw notYet();
    answer = await inference.searchGallery(
      { ...search, page, probe: more ? null : search.probe },
      call.inferenceUse,
    );
  }
}

const notYet = () => new ApiError("service_unavailable", "The gallery is being loaded.", { retryAfter: 1 });

/** The best candidate without the excluded end user's, and the number of compared references. */
function compared(
  { candidates, faces }: GalleryAnswer,
  { active }: GalleryView,
  version: string,
  excludedRef: string | null,
): { best: Candidate | null; gallerySize: number } {
  const excluded = active.find(({ customerRef }) => customerRef === excludedRef);
  const best = candidates.find(({ registrationId }) => registrationId !== excluded?.registrationId);
  const row = active.find(({ registrationId }) => registrationId === best?.registrationId);
  return {
    best: best === undefined || row === undefined ? null : { ...best, customerRef: row.customerRef },
    gallerySize: excluded?.templateVersion === version ? faces - 1 : faces,
  };
}

/** The gallery whose templates of this version are compared. */
interface Gallery {
  readonly scope: Scope;
  readonly version: string;
}

/**
 * The page of changes that a copy lacks, by a database read after its answer; null for a copy that is
 * complete and whose candidates are registered.
 */
export async function nextPage(
  vault: Vault,
  gallery: Gallery,
  { mark, candidates }: Pick<GalleryAnswer, "mark" | "candidates">,
  { known, changes, active }: GalleryView,
): Promise<GalleryPage | null> {
  // The database was restored to an earlier state: the copy is filled from the beginning.
  if (!known) return { after: mark, mark: "", changes: [] };
  const last = changes.at(-1);
  if (last !== undefined) {
    // One after the other: together, each would read the tenant's key from the database if none is cached.
    const opened: GalleryChange[] = [];
    for (const row of changes) opened.push(await openChange(vault, gallery, row));
    return { after: mark, mark: `${last.seq}.${last.registrationId}`, changes: opened };
  }
  const registered = new Set(active.map(({ registrationId }) => registrationId));
  const gone = candidates.filter(({ registrationId }) => !registered.has(registrationId));
  if (gone.length === 0) return null;
  return {
    after: mark,
    mark,
    changes: gone.map(({ registrationId }) => ({ registrationId, template: null })),
  };
}

/** The row that a mark names, which is the last one that a copy has applied; null for the beginning. */
export function rowOf(mark: string): Pick<GalleryRow, "seq" | "registrationId"> | null {
  if (mark === "") return null;
  // No row has the number 0: a mark in another form is unknown.
  const [, seq = "0", registrationId = ""] = /^(\d{1,15})\.(.+)$/.exec(mark) ?? [];
  return { seq: Number(seq), registrationId };
}

/** A registration of another version counts as removed, since it belongs to another gallery. */
async function openChange(
  vault: Vault,
  { scope, version }: Gallery,
  { registrationId, template, templateVersion, deletedAt }: GalleryRow,
): Promise<GalleryChange> {
  if (deletedAt !== null || templateVersion !== version) return { registrationId, template: null };
  if (template === null) throw new Error("An active registration has no template.");
  const row = { id: registrationId, version };
  return { registrationId, template: await openTemplateBytes(vault, scope, row, template) };
}

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
interface Candidate {
  readonly customerRef: string;
  readonly registrationId: string;
  readonly score: number;
}

/** The outcome of a search of an empty gallery. */
export const emptySearch = (bundle: ModelBundle, version: string): Search => judge(null, 0, bundle, version);

/** The outcome for the best candidate among so many references. */
function judge(best: Candidate | null, gallerySize: number, bundle: ModelBundle, version: string): Search {
  const { score, fpirHeld } = searchPoint(bundle, gallerySize, version);
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
  { quality, version }: { readonly quality: unknown; readonly version: string },
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
    quality,
    model_version: version,
    gallery_size: search.gallerySize,
    mode: scope.mode,
  };
}
