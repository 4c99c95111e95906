import type { Scope } from "../core/scope.ts";
import type { Template } from "../inference/port.ts";
import { findFrameTemplate } from "../store/results/liveness-results.ts";
import { findPortraitTemplate } from "../store/results/ocr-results.ts";
import type { Services } from "./commit/context.ts";
import { openTemplate } from "./encrypted-template.ts";

/** This call's own results, which are not written yet, by their ids. */
export interface FreshResults {
  readonly templates: ReadonlyMap<string, Template>;
  /** Their answers for a secret key. */
  readonly bodies: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

export const NOTHING_FRESH: FreshResults = { templates: new Map(), bodies: new Map() };

type Opening = Pick<Services<"vault">, "db" | "vault">;

/** How the encrypted template of each kind of result is found. */
const FINDERS = { portrait: findPortraitTemplate, frame: findFrameTemplate } as const;

/**
 * The face of a document's or selfie's result, decrypted in memory only; null if the result has lost its
 * template.
 */
export async function openFace(
  { db, vault }: Opening,
  scope: Scope,
  kind: keyof typeof FINDERS,
  resultId: string,
  { templates }: FreshResults,
): Promise<Template | null> {
  const fresh = templates.get(resultId);
  if (fresh !== undefined) return fresh;
  const row = await FINDERS[kind](db, scope, resultId);
  if (row === undefined || row.encrypted === null || row.version === null) return null;
  return openTemplate(vault, scope, { id: row.id, version: row.version }, row.encrypted);
}
