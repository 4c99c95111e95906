import { html } from "hono/html";
import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS } from "../../http/status.ts";
import { ERROR_TEXTS } from "../open-api/error-texts.ts";
import type { OpenApiDocument } from "../open-api/open-api.ts";
import { operationView, parametersView, webhookView } from "./operation-view.ts";
import { exampleView, type Html, inline, prose, schemaView } from "./parts.ts";
import { STYLE } from "./style.ts";

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
