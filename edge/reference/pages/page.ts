import { html, raw } from "hono/html";
import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS } from "../../http/status.ts";
import { REASON_ENTRIES } from "../../schemas/reasons.ts";
import { ERROR_TEXTS } from "../open-api/error-texts.ts";
import type { OpenApiDocument } from "../open-api/open-api.ts";
import { operationView, parametersView, webhookView } from "./operation-view.ts";
import { codeView, type Html, inline, prose, schemaView, titlesOf } from "./parts.ts";
import { SEARCH_SCRIPT } from "./search-script.ts";
import { STYLE } from "./style.ts";

const anchor = (tag: string) => `group-${tag.toLowerCase().replaceAll(" ", "-")}`;

const SDK_SETUP = `import { readFile } from "node:fs/promises";
import { Selfsame } from "@selfsame/server"; // npm install $SELFSAME_URL/sdk/server.tgz

const selfsame = new Selfsame({
  apiKey: process.env.SELFSAME_KEY,
  baseUrl: process.env.SELFSAME_URL,
});`;

/** The reference as an HTML page. The page shows the whole document and nothing else. */
export function renderPage(document: OpenApiDocument): Html {
  const { info, tags, components } = document;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<nav aria-label="Contents">
<input id="search" type="search" placeholder="Search ( / )" aria-label="Search the reference" hidden>
${contentsView("About the API", "about", titlesOf(info.description))}
${tags.map(({ name }) => contentsView(name, anchor(name), entriesOf(document, name)))}
${contentsView(
  "Errors",
  "errors",
  ERROR_CODES.map((code) => [code, code]),
)}
${contentsView(
  "Decision reasons",
  "decision-reasons",
  REASON_ENTRIES.map(({ id, code }) => [id, code]),
)}
${contentsView(
  "Schemas",
  "schemas",
  Object.keys(components.schemas).map((name) => [`schema-${name}`, name]),
)}
</nav>
<main id="about">
<header><h1>${info.title} v1</h1>${prose(info.description)}
<p><a href="/openapi.json">OpenAPI document</a> · <a href="/llms.txt">Plain text</a> · <a href="/sdk">SDKs</a></p>
<h4>Set up the server SDK for the Node.js examples</h4>${codeView(SDK_SETUP)}</header>
${tags.map(({ name, description }) => html`<h2 id="${anchor(name)}">${name}</h2>${prose(description)}${groupView(document, name)}`)}
<h2 id="errors">Errors</h2>
${ERROR_CODES.map(errorView)}
<h2 id="decision-reasons">Decision reasons</h2>
<p>The codes of <code>decision_reasons</code>: what was found, why, and what can be done.</p>
${REASON_ENTRIES.map(reasonView)}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<section id="schema-${name}"><h3>${name}</h3>
${schema.description ? html`<p>${inline(schema.description)}</p>` : ""}${schemaView(schema)}</section>`,
)}
</main>
<script>${raw(SEARCH_SCRIPT)}</script>
</body>
</html>`;
}

type Entry = readonly [id: string, title: string];

/** The operations, or the events, of a group. */
function entriesOf({ paths, webhooks }: OpenApiDocument, tag: string): Entry[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const events = Object.values(webhooks).map(({ post }) => ({ ...post, summary: post.operationId }));
  return [...operations, ...events]
    .filter(({ tags }) => tags.includes(tag))
    .map(({ operationId, summary }) => [operationId, summary]);
}

function contentsView(title: string, id: string, entries: readonly Entry[]): Html {
  return html`<details><summary>${title}</summary><ul>
<li><a href="#${id}">Overview</a></li>${entries.map(([to, text]) => html`<li><a href="#${to}">${text}</a></li>`)}
</ul></details>`;
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

function reasonView({ id, code, source, text }: (typeof REASON_ENTRIES)[number]): Html {
  return html`<section id="${id}"><h3><code>${code}</code> ${source}</h3>
<p>${inline(text)}</p></section>`;
}

function errorView(code: ErrorCode): Html {
  return html`<section id="${code}"><h3><code>${code}</code> ${ERROR_STATUS[code]}</h3>
<p>${inline(ERROR_TEXTS[code])}</p></section>`;
}
