import { html, raw } from "hono/html";
import type { BuiltFiles } from "./assets.ts";

/** What the page is told as it is opened: public, and nothing of a person. */
export interface PageConfig {
  readonly parents: readonly string[];
  readonly tenant: {
    readonly name: string;
    readonly alternative_url: string | null;
    readonly theme: Readonly<Record<"light" | "dark", { accent: string; on_accent: string }>>;
  } | null;
}

/** The document that loads the page's script. A tenant's texts stand in it as data that no browser runs. */
export const renderPage = ({ script, style, icon }: BuiltFiles, config: PageConfig) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Verify your identity</title>
<link rel="icon" href="/verify/assets/${icon}">
<link rel="stylesheet" href="/verify/assets/${style}">
<script type="application/json" id="config">${raw(inScript(config))}</script>
<script type="module" src="/verify/assets/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript><p>This page needs JavaScript.</p></noscript>
</body>
</html>`;

/** JSON that cannot end the element it stands in: in a script only `<` begins anything. */
const inScript = (config: PageConfig): string => JSON.stringify(config).replaceAll("<", "\\u003c");
