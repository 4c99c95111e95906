import { html } from "hono/html";
import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS } from "../../http/status.ts";
import { ERROR_TEXTS } from "../open-api/error-texts.ts";
import type { OpenApiDocument } from "../open-api/open-api.ts";
import { operationView, parametersView, webhookView } from "./operation-view.ts";
import { exampleView, type Html, inline, prose, schemaView } from "./parts.ts";

const anchor = (tag: string) => `group-${tag.toLowerCase().replaceAll(" ", "-")}`;

/** The reference as an HTML page without a script. The page shows the whole document and nothing else. */
export function renderPage(document: OpenApiDocument): Html {
  const { info, tags } = document;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${info.title} ${info.version}</h1>${prose(info.description)}
<p><a href="/openapi.json">OpenAPI document</a> · <a href="/llms.txt">Plain text</a> · <a href="/sdk">SDKs</a></p></header>
<nav aria-label="Contents"><ul>${[
    ...tags.map(({ name }) => [anchor(name), name]),
    ["errors", "Errors"],
    ["schemas", "Schemas"],
  ].map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<main>
${tags.map(({ name, description }) => html`<h2 id="${anchor(name)}">${name}</h2>${prose(description)}${groupView(document, name)}`)}
<h2 id="errors">Errors</h2>
${ERROR_CODES.map(errorView)}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) => html`<section id="schema-${name}"><h3>${name}</h3>
${schema.description ? html`<p>${inline(schema.description)}</p>` : ""}${schemaView(schema)}
${schema.examples?.map((example) => exampleView(example)) ?? ""}</section>`,
)}
</main>
</body>
</html>`;
}

function groupView(document: OpenApiDocument, tag: string): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => operationView(document, method, path, operation)),
  );
  const events = Object.entries(document.webhooks).filter(([, { post }]) => post.tags.includes(tag));
  const headers = (events[0]?.[1].post.parameters ?? []).filter((each) => "name" in each);
  return html`${operations}${parametersView(headers)}${events.map(([type, event]) => webhookView(type, event))}`;
}

function errorView(code: ErrorCode): Html {
  return html`<section id="${code}"><h3><code>${code}</code> ${ERROR_STATUS[code]}</h3>
<p>${inline(ERROR_TEXTS[code])}</p></section>`;
}

/**
 * The page's whole style: the reader's own fonts, the system's light or dark scheme, one column on a phone.
 * The text has no character that HTML escapes, since the page's policy knows the style by its hash.
 */
export const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1b1f24,#e6e9ed);--soft:light-dark(#57606a,#9aa4af);--ground:light-dark(#fff,#14171a);--sheet:light-dark(#f5f7f9,#1d2126);--line:light-dark(#d9dee3,#343a41);--link:light-dark(#0b5cad,#7ab8f5)}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,nav{max-width:60rem;margin:0 auto;padding:0 1rem}
header{padding-top:2rem}
h1{margin:0;font-size:1.75rem}
h2{margin:3rem 0 .5rem;border-bottom:1px solid var(--line);font-size:1.4rem}
h3{margin:2rem 0 .25rem;font-size:1.1rem}
h4{margin:1rem 0 .25rem;font-size:.95rem;color:var(--soft)}
p{margin:.5rem 0;max-width:44rem}
a{color:var(--link)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
code,pre{font:.875em/1.5 ui-monospace,monospace}
pre{margin:.5rem 0;padding:.75rem;overflow-x:auto;overflow-wrap:normal;background:var(--sheet);border:1px solid var(--line);border-radius:6px}
summary{cursor:pointer;color:var(--link)}
.method{display:inline-block;min-width:4rem;font-weight:700}
dl{margin:.5rem 0}
dt{margin-top:.5rem}
dd{margin:0 0 0 1rem;color:var(--soft)}
dt .type{color:var(--soft)}
:target{outline:2px solid var(--link);outline-offset:4px}
@media print{details{display:block}}
`;
