import { html } from "hono/html";
import type { JsonSchema } from "../open-api/json-schema.ts";
import { type PropertyRow, propertyRows, typeWords } from "./schema-text.ts";
import { SEARCH_WORDS } from "./search-words.ts";

export type Html = ReturnType<typeof html>;

/** A place that the contents and the search lead to. */
export function sectionView({ id, kind = "" }: { id: string; kind?: string }, content: Html): Html {
  return html`<section id="${id}" class="${kind}" data-words="${SEARCH_WORDS[id] ?? ""}">${content}</section>`;
}

/** A fenced code block: what it holds. */
const FENCED = /^```\w*\n([\s\S]*?)\n```$/m;

/** The document's prose: paragraphs, lists, fenced code, and code between backticks. */
export function prose(text: string): Html {
  // Of a text that is split by a pattern with a group, every second piece is what the group has matched.
  return html`${text
    .split(FENCED)
    .map((piece, i) =>
      i % 2 === 1 ? codeView(piece) : html`${piece.trim().split("\n\n").filter(Boolean).map(blockView)}`,
    )}`;
}

const blockView = (text: string): Html =>
  text.startsWith("- ")
    ? html`<ul>${text
        .slice(2)
        .split("\n- ")
        .map((item) => html`<li>${inline(item)}</li>`)}</ul>`
    : html`<p>${inline(text)}</p>`;

/** A text's beginning, and its chapters after headings. */
export function chaptersOf(text: string) {
  const [lead = "", ...rest] = text.split("\n\n## ");
  const chapters = rest.map((each) => {
    const [title = "", ...paragraphs] = each.split("\n\n");
    const id = `about-${title.toLowerCase().replaceAll(" ", "-")}`;
    return { id, title, text: paragraphs.join("\n\n") };
  });
  return { lead, chapters };
}

/** A link to a place of this service: its text and its path. */
const LINK = /\[([^\]]+)\]\((\/[^)\s]*)\)/;

/** Code between backticks, and links to this service: one to this page stays on it. */
export function inline(text: string): Html {
  const [before = "", label, target, ...rest] = text.split(LINK);
  if (label === undefined || target === undefined) return codes(text);
  const after = text.slice(before.length + `[${label}](${target})`.length);
  return html`${codes(before)}<a href="${target.replace(/^\/docs(?=#)/, "")}">${codes(label)}</a>${rest.length > 0 ? inline(after) : ""}`;
}

function codes(text: string): Html {
  const pieces = text.split("`");
  return html`${pieces.map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

export function typeView(schema: JsonSchema): Html {
  const words = typeWords(schema).map((word) =>
    typeof word === "string" ? word : html`<a href="#schema-${word.component}">${word.component}</a>`,
  );
  return html`<span class="type">${words.map((word) => html` ${word}`)}</span>`;
}

/** So many nested rows stand in place; more are opened by a press. */
const FEW = 3;

/** A list of names and their meanings: properties, fields, parameters. Nested ones open from their object. */
export function rowsView(rows: readonly PropertyRow[], isInput = false): Html {
  const outer = rows.filter(({ name }) => !rows.some((each) => isWithin(name, each.name)));
  return html`<dl>${outer.map((row) => {
    const inner = rows.filter(({ name }) => isWithin(name, row.name));
    const innerRows = inner.map((each) => rowView(each, isInput));
    if (inner.length <= FEW) return html`${rowView(row, isInput)}${innerRows}`;
    return html`${rowView(row, isInput)}<dd><details class="inner">
<summary>${inner.length} fields of <code>${row.name}</code></summary><dl>${innerRows}</dl></details></dd>`;
  })}</dl>`;
}

const isWithin = (name: string, outer: string) =>
  name.startsWith(`${outer}.`) || name.startsWith(`${outer}[].`);

function rowView({ name, required, schema }: PropertyRow, isInput: boolean): Html {
  const need = required
    ? isInput
      ? html` <span class="required">required</span>`
      : ""
    : html` <span class="type">· optional</span>`;
  return html`<dt><code>${name}</code>${typeView(schema)}${need}</dt>
${schema.description ? html`<dd>${inline(schema.description)}</dd>` : html`<dd hidden></dd>`}`;
}

/** A schema in place: its rows, or its type where it has no properties. */
export function schemaView(schema: JsonSchema, isInput = false): Html {
  const rows = propertyRows(schema);
  return rows.length === 0 ? html`<p>${typeView(schema)}</p>` : rowsView(rows, isInput);
}

export const codeView = (text: string, kind = ""): Html =>
  html`<pre tabindex="0" class="${kind}"><code>${text}</code></pre>`;

/** JSON as a person writes it: a list of plain values is one line, if it is short. */
export const exampleView = (example: unknown): Html =>
  codeView(
    JSON.stringify(example, null, 2).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (list, values: string) => {
      const line = `[${values.replaceAll(/,\n\s+/g, ", ")}]`;
      return line.length > 60 ? list : line;
    }),
    "json",
  );
