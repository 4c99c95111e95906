import type { CapturePage } from "../sdk/client/src/index.ts";

/** Who asks the person, as the page shows it. */
export interface Asker {
  readonly name: string;
  readonly alternative_url: string | null;
  readonly theme: CapturePage["tenant"]["theme"];
}

/** What the edge writes into the page: public, the same for everybody who opens it. */
export interface PageConfig {
  /** Origins whose pages may hold this one in a frame; none outside of a frame. */
  readonly parents: readonly string[];
  /** Of the tenant whose pages hold this one; by a link it is read. */
  readonly tenant: Asker | null;
}

/** Reads what `edge/capture` wrote into the document. */
export function readConfig(document: Document): PageConfig {
  return JSON.parse(document.getElementById("config")?.textContent ?? "") as PageConfig;
}
