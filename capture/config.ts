/** What the edge writes into the page: public, the same for everybody who opens it. */
export interface PageConfig {
  /** Origins whose pages may hold this one in a frame; none outside of a frame. */
  readonly parents: readonly string[];
  readonly tenant: {
    readonly name: string;
    readonly alternative_url: string | null;
    readonly consent: {
      readonly version: string;
      readonly locale: string;
      readonly text: string;
      readonly sha256: string;
    };
    readonly theme: Readonly<
      Record<"light" | "dark", { readonly accent: string; readonly on_accent: string }>
    >;
  } | null;
}

/** Reads what `edge/capture` wrote into the document. */
export function readConfig(document: Document): PageConfig {
  return JSON.parse(document.getElementById("config")?.textContent ?? "") as PageConfig;
}
