import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import type { GalleryAnswer, InferenceCaller, Template } from "../../inference/port.ts";
import { type GalleryView, viewGallery } from "../../store/gallery/gallery-view.ts";
import type { Services } from "../commit/context.ts";
import { galleryKey } from "../commit/tenant-key.ts";
import { templateBytes } from "../sealed-template.ts";
import { nextPage, rowOf } from "./gallery-page.ts";
import { type Candidate, judge, type Search } from "./search-result.ts";

/** Templates in memory at once. */
const PAGE = 500;
/** Milliseconds after which one request stops filling a gallery. */
const PATIENCE_MS = 5_000;

/** The context of a call that searches. */
interface Searching {
  readonly services: Pick<Services<"vault" | "inference" | "clock">, "db" | "vault" | "inference" | "clock">;
  readonly scope: Scope;
  readonly call: { readonly engines: InferenceCaller };
}

/**
 * Biometric identification 1:N, exact: compares the probe with every active reference of the tenant and mode,
 * without one customer's, and returns the best. Null when the gallery holds a reference of another model
 * version: that reference may be the very person, so a search has no answer until its face is registered
 * again.
 *
 * Inference searches its copy of the gallery. The database, read afterwards, says whether the copy was
 * complete and whether the candidates are still registered; if not, inference gets what is missing or gone,
 * and is asked again. So a restart, a lag or another replica costs time and never an answer. When the copy
 * takes longer than one request (503 `service_unavailable`), the next request goes on.
 */
export async function searchGallery(
  { services, scope, call }: Searching,
  probe: Template,
  excludedRef: string | null,
): Promise<Search | null> {
  const { db, vault, inference, clock } = services;
  const { version } = probe;
  const gallery = galleryKey(scope, version);
  // The best candidate may be the excluded customer's, who has one registration at most.
  const limit = excludedRef === null ? 1 : 2;
  const search = { gallery, page: null, probe: templateBytes(probe), limit };
  const until = clock() + PATIENCE_MS;
  let answer = await inference.searchGallery(search, call.engines);
  for (let { filling } = answer; ; filling = false) {
    const registrationIds = answer.candidates.map(({ registrationId }) => registrationId);
    const question = { after: rowOf(answer.mark), limit: PAGE, registrationIds, version };
    const view = await viewGallery(db, scope, { ...question, exceptRef: excludedRef });
    if (view.mixed) return null;
    const page = await nextPage(vault, { scope, version }, answer, view);
    if (page === null) {
      const { best, gallerySize } = compared(answer, view, version, excludedRef);
      return judge(best, gallerySize, await inference.pack(), version);
    }
    const more = !view.known || view.changes.length === PAGE;
    // Two requests that fill one gallery do the same work twice.
    if (clock() >= until || (more && filling)) throw notYet();
    answer = await inference.searchGallery(
      { ...search, page, probe: more ? null : search.probe },
      call.engines,
    );
  }
}

const notYet = () => new ApiError("service_unavailable", "The gallery is being loaded.", { retryAfter: 1 });

/** The best candidate without the excluded customer's, and the number of compared references. */
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
