import { html } from "hono/html";
import type { JsonSchema } from "../open-api/json-schema.ts";
import { type PropertyRow, propertyRows, typeWords } from "./schema-text.ts";

export type Html = ReturnType<typeof html>;

/** The document's prose: paragraphs, and code between backticks. */
export function prose(text: string): Html {
  return html`${text.split("\n\n").map(paragraph)}`;
}

function paragraph(text: string): Html {
  if (!text.startsWith("## ")) return html`<p>${inline(text)}</p>`;
  const title = text.slice(3);
  return html`<h3 id="${titleAnchor(title)}">${title}</h3>`;
}

/** The titles of a text, with the anchors of their headings. */
export const titlesOf = (text: string): (readonly [id: string, title: string])[] =>
  text
    .split("\n\n")
    .flatMap((each) =>
      each.startsWith("## ") ? [[titleAnchor(each.slice(3)), each.slice(3)] as const] : [],
    );

const titleAnchor = (title: string) => `about-${title.toLowerCase().replaceAll(" ", "-")}`;

export function inline(text: string): Html {
  const pieces = text.split("`");
  return html`${pieces.map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

export function typeView(schema: JsonSchema): Html {
  const words = typeWords(schema).map((word) =>
    typeof word === "string" ? word : html`<a href="#schema-${word.component}">${word.component}</a>`,
  );
  return html`<span class="type">${words.map((word) => html` ${word}`)}</span>`;
}

/** A list of names and their meanings: properties, fields, parameters. */
export function rowsView(rows: readonly PropertyRow[]): Html {
  return html`<dl>${rows.map(
    ({
      name,
      required,
      schema,
    }) => html`<dt><code>${name}</code>${typeView(schema)}${required ? "" : ", optional"}</dt>
${schema.description ? html`<dd>${inline(schema.description)}</dd>` : ""}`,
  )}</dl>`;
}

/** A schema in place: its rows, or its type where it has no properties. */
export function schemaView(schema: JsonSchema): Html {
  const rows = propertyRows(schema);
  return rows.length === 0 ? html`<p>${typeView(schema)}</p>` : rowsView(rows);
}

export const codeView = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`;

export const exampleView = (example: unknown): Html => codeView(JSON.stringify(example, null, 2));
