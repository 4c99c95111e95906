import { newId } from "../../core/ids.ts";
import type { InferenceCaller, Template } from "../../inference/port.ts";
import type { Statement } from "../../store/batch.ts";
import { onlyIfNoneSince } from "../../store/results/face-templates.ts";
import { findListed } from "../../store/results/known-documents.ts";
import { insertFaceMatch } from "../../store/results/results.ts";
import { searchResult } from "../../verdicts/replay/judged.ts";
import type { MeasuredSearch, MeasuredSearchAgain } from "../../verification/measured.ts";
import { isOff, type Policy } from "../../verification/policy.ts";
import type { StepResult, Verification } from "../../verification/types.ts";
import type { ScopeContext } from "../commit/context.ts";
import { InferenceUse } from "../commit/inference-use.ts";
import { type FreshResults, openFace } from "../kept-faces.ts";
import { faceTerm } from "../known-terms.ts";
import type { Present } from "./present-registration.ts";
import { qualityOf, resultOf } from "./register-approved.ts";
import { emptySearch, type Search, searchBody, searchGallery } from "./search-gallery.ts";

type SearchContext = ScopeContext<"vault" | "inference" | "clock" | "serviceKey">;

/** A face that is searched among the registrations of other end users. */
interface Probe {
  readonly template: Template;
  /** As results report it. */
  readonly quality: unknown;
  /** A specimen belongs to no person, so a test reference with a fixed outcome finds no match. */
  readonly isSpecimen: boolean;
}

/** What a search found, its row, and the condition that no face has been registered since. */
export interface Searched {
  readonly measured: MeasuredSearch;
  readonly row: readonly Statement[];
  readonly guard: readonly Statement[];
}

/**
 * Searches a selfie's face among the registrations of other end users. A gallery that cannot be searched has
 * no row, since nothing was measured. A batch that has found nothing is rolled back if a face was registered
 * meanwhile: it may be the same one.
 */
export async function searchOthers(
  ctx: SearchContext & { readonly call: { readonly inferenceUse: InferenceCaller } },
  { id: verificationId, customerRef, policy }: Verification,
  { template, quality, isSpecimen }: Probe,
): Promise<Searched> {
  const { services, scope, now } = ctx;
  const { version } = template;
  const id = newId("faceMatch", now);
  const search = isSpecimen
    ? { ...emptySearch(await services.inference.bundle(), version), upTo: null }
    : await searchGallery(ctx, template, customerRef);
  if (search === null) return { measured: { resultIds: [id], found: null }, row: [], guard: [] };
  const { match, fpirHeld, upTo } = search;
  const isBlocked = await findBlocked(ctx, policy, search);
  const found = { match, fpirHeld, ...(isBlocked !== undefined && { isBlocked }) };
  const body = {
    ...searchBody(id, scope, { quality, version }, search),
    verification_id: verificationId,
  };
  const row = { id, verificationId, customerRef, createdAt: now, kind: "dedupe", body } as const;
  const guard = match || upTo === null ? [] : [onlyIfNoneSince(services.db, scope, upTo, customerRef)];
  return { measured: { resultIds: [id], found }, row: [insertFaceMatch(services.db, scope, row)], guard };
}

/** Whether the found registration is on the block list; undefined if the policy does not require the list. */
async function findBlocked(
  { services, scope, now }: SearchContext,
  { block_list }: Policy,
  { found }: Search,
): Promise<boolean | undefined> {
  if (isOff(block_list)) return undefined;
  if (found === null) return false;
  const term = await faceTerm(services, scope, found.registrationId);
  return (await findListed(services.db, scope, [term], now)).has("block");
}

/** A search that was made before an approval. */
interface SearchedAgain {
  /** What keeps the verification from being approved; null if nothing does. */
  readonly found: { readonly step: StepResult; readonly measured: MeasuredSearchAgain } | null;
  /** For the batch of the decision. */
  readonly statements: readonly Statement[];
}

/** Whether an approval needs a new search. A specimen belongs to no person. */
export const isSearchDue = ({ decision, policy }: Verification, { isSpecimen }: Present): boolean =>
  decision === "approved" && policy.dedupe !== "off" && !isSpecimen;

export const NOT_SEARCHED: SearchedAgain = { found: null, statements: [] };

/**
 * Searches the selfie's face again for a verification that is about to be approved, if its policy has
 * `dedupe`: another end user may have registered it since the selfie was checked. Without the face, the
 * gallery counts as one that cannot be searched.
 */
export async function searchAgain(
  ctx: SearchContext,
  approved: Verification,
  { fresh, present }: { readonly fresh: FreshResults; readonly present: Present },
): Promise<SearchedAgain> {
  const frame = resultOf(approved, "check");
  if (!isSearchDue(approved, present) || frame === null) return NOT_SEARCHED;
  const { measured, row, guard } = await searchKept(ctx, approved, { frame, fresh });
  // A new row for each decision that finds nothing would say nothing new.
  if (measured.found?.match === false) return { found: null, statements: guard };
  const again = { ...measured, frame };
  const found = { step: searchResult(again, approved.policy), measured: again };
  return { found, statements: [...row, ...guard] };
}

async function searchKept(
  ctx: SearchContext,
  verification: Verification,
  { frame, fresh }: { readonly frame: string; readonly fresh: FreshResults },
): Promise<Searched> {
  const { services, scope, now } = ctx;
  const [template, quality, inferenceUse] = await Promise.all([
    openFace(services, scope, "frame", frame, fresh),
    qualityOf(services, scope, frame, fresh),
    InferenceUse.by(scope, "interactive"),
  ]);
  if (template === null)
    return { measured: { resultIds: [newId("faceMatch", now)], found: null }, row: [], guard: [] };
  const probe = { template, quality, isSpecimen: false };
  return searchOthers({ ...ctx, call: { inferenceUse } }, verification, probe);
}
