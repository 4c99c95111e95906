import type { CapturePage } from "../sdk/client/src/index.ts";

/** The tenant, as the page shows it. */
export interface Asker {
  readonly name: string;
  readonly alternative_url: string | null;
  readonly theme: CapturePage["tenant"]["theme"];
}

/** The data that the edge writes into the page: public, the same for every visitor. */
export interface PageConfig {
  /** Origins whose pages may hold this one in a frame; none outside of a frame. */
  readonly parents: readonly string[];
  /** Of the tenant whose pages hold this one; by a link it is read. */
  readonly tenant: Asker | null;
}

const LIGHTS = ["light", "dark"] as const;

/** Options in the address from the parent page (contract §13.7). */
interface Wishes {
  /** BCP 47, the most wanted first: the tenant's page knows its reader better than a browser does. */
  readonly languages: readonly string[];
  /** Null for the system's. */
  readonly light: (typeof LIGHTS)[number] | null;
}

/** Reads the options from the address's query, and the browser's languages. */
export function readWishes(query: string, languages: readonly string[]): Wishes {
  const asked = new URLSearchParams(query);
  const locale = asked.get("locale");
  return {
    languages: locale === null ? languages : [locale, ...languages],
    light: LIGHTS.find((light) => light === asked.get("theme")) ?? null,
  };
}

/** Reads the document's data from `edge/capture`. */
export function readConfig(document: Document): PageConfig {
  return JSON.parse(document.getElementById("config")?.textContent ?? "") as PageConfig;
}
