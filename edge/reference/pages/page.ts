import { html, raw } from "hono/html";
import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS } from "../../http/status.ts";
import { REASON_ENTRIES } from "../../schemas/reasons.ts";
import { ERROR_TEXTS } from "../open-api/error-texts.ts";
import type { OpenApiDocument } from "../open-api/open-api.ts";
import { operationView, parametersView, webhookView } from "./operation-view.ts";
import {
  chaptersOf,
  codeView,
  exampleView,
  type Html,
  inline,
  prose,
  schemaView,
  sectionView,
} from "./parts.ts";
import { CONTENTS } from "./scripts/contents.ts";
import { EXAMPLES } from "./scripts/examples.ts";
import { SEARCH } from "./scripts/search.ts";
import { SET_UP } from "./set-up.ts";
import { STYLE } from "./style.ts";

const ERRORS =
  "Every error has this form, with a `code` from the list below and a `message` that says what to do.\n\n`request_id` finds the call in the service's log. `param` names the field, if one is at fault.";

const CODE_SHOWN: ErrorCode = "invalid_parameter";

const anchor = (tag: string) => `group-${tag.toLowerCase().replaceAll(" ", "-")}`;

/** The page's one script. A later part uses names of an earlier one. */
export const SCRIPT = `"use strict";${CONTENTS}${SEARCH}${EXAMPLES}`;

/** The reference as an HTML page. The page shows the whole document and nothing else. */
export function renderPage(document: OpenApiDocument): Html {
  const { info, tags, components } = document;
  const { lead, chapters } = chaptersOf(info.description);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header class="top"><button id="menu" type="button" aria-expanded="false" aria-controls="nav" hidden>Menu</button>${info.title}<a href="/dashboard">Dashboard</a></header>
<nav id="nav" aria-label="Contents">
<div class="field"><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the reference" hidden></div>
<p id="found" role="status" hidden></p>
<ul id="results" hidden></ul>
<div id="contents">${contentsView(
    "About the API",
    "about",
    chapters.map(({ id, title }) => [id, title]),
  )}
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
</div></nav>
<main>
<header>${sectionView(
    { id: "about", kind: "operation" },
    html`<div class="about"><h1>${info.title} v1</h1>${prose(lead)}
<p><a href="/openapi.json">OpenAPI document</a> · <a href="/llms.txt">Plain text</a> · <a href="#about-sdks">SDKs</a> · <a href="/dashboard">Dashboard</a></p></div>
<div class="examples"><h2 class="small">Set up curl</h2>${codeView(SET_UP.shell)}
<h2 class="small">Set up Node.js</h2>${codeView(SET_UP.sdk)}</div>`,
  )}
${chapters.map(({ id, title, text }) => sectionView({ id }, html`<h2><a href="#${id}">${title}</a></h2>${prose(text)}`))}
</header>
${tags.map(({ name, description }) => groupView(document, name, description))}
${sectionView(
  { id: "errors", kind: "group operation" },
  html`<div class="about"><h2><a href="#errors">Errors</a></h2>${prose(ERRORS)}</div>
<div class="examples"><h3 class="small">Response 400</h3>${exampleView(components.examples[CODE_SHOWN]!.value)}</div>`,
)}
${ERROR_CODES.map(errorView)}
${headView(
  "decision-reasons",
  "Decision reasons",
  html`<p>The codes of <code>decision_reasons</code>: what was found, why, and what can be done.</p>`,
)}
${REASON_ENTRIES.map(reasonView)}
${headView("schemas", "Schemas", html`<p>The objects that requests, responses and events consist of.</p>`)}
${Object.entries(components.schemas).map(([name, schema]) =>
  sectionView(
    { id: `schema-${name}` },
    html`<h3><a href="#schema-${name}">${name}</a></h3>
${schema.description ? html`<p>${inline(schema.description)}</p>` : ""}${schemaView(schema)}`,
  ),
)}
</main>
<script>${raw(SCRIPT)}</script>
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

const headView = (id: string, title: string, text: Html): Html =>
  sectionView({ id, kind: "group" }, html`<h2><a href="#${id}">${title}</a></h2>${text}`);

/** A group: its text and the list of its operations, then each operation and event. */
function groupView(document: OpenApiDocument, tag: string, description: string): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
  const events = Object.entries(document.webhooks).filter(([, { post }]) => post.tags.includes(tag));
  const headers = (events[0]?.[1].post.parameters ?? []).filter((each) => "name" in each);
  const endpoints = operations.map(
    ({ method, path, operation }) =>
      html`<li><a href="#${operation.operationId}"><code><span class="method">${method.toUpperCase()}</span> ${path}</code></a> ${operation.summary}</li>`,
  );
  const isOfEvents = events.length > 0;
  const id = anchor(tag);
  return html`${sectionView(
    { id, kind: "group operation" },
    html`<div class="about"><h2><a href="#${id}">${tag}</a></h2>${prose(description)}</div>
<div class="examples">${
      isOfEvents
        ? html`<h3 class="small">A receiver</h3>${codeView(SET_UP.receiver)}`
        : html`<ul class="endpoints">${endpoints}</ul>`
    }</div>
${isOfEvents ? html`<div class="fields"><h3 class="small">Headers</h3>${parametersView(headers, false)}</div>` : ""}`,
  )}
${operations.map(({ method, path, operation }) => operationView(document, method, path, operation))}
${events.map(([type, event]) => webhookView(document, type, event))}`;
}

function reasonView({ id, code, source, text }: (typeof REASON_ENTRIES)[number]): Html {
  return sectionView(
    { id },
    html`<h3><a href="#${id}"><code>${code}</code></a> ${source}</h3><p>${inline(text)}</p>`,
  );
}

function errorView(code: ErrorCode): Html {
  return sectionView(
    { id: code },
    html`<h3><a href="#${code}"><code>${code}</code></a> ${ERROR_STATUS[code]}</h3>
<p>${inline(ERROR_TEXTS[code])}</p>`,
  );
}
