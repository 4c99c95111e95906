import { nodesOf, parse } from "#test/architecture/source/syntax.ts";
import type { TextFile } from "./files.ts";

/** Code in Markdown, links' targets, and comments: none of it is prose. */
const NOT_PROSE = /^```[\s\S]*?^```|`[^`\n]*`|\]\([^)]*\)|<!--[\s\S]*?-->|https?:\/\/\S+/gm;

/** The prose of a Markdown page. */
export const proseOf = (markdown: string): string => markdown.replaceAll(NOT_PROSE, " ");

/** The last column of a table whose head says "do not write": it lists what is banned. */
const DO_NOT_WRITE = /^\|.*\| do not write \|\n(?:\|.*\|\n)+/gm;

/** The glossary without the words that it bans. */
export const withoutBanned = (page: string): string =>
  page.replaceAll(DO_NOT_WRITE, (rows) => rows.replaceAll(/\| [^|]*\|$/gm, "|"));

/** The texts of a module that people may read: its strings of several words, and its comments. */
export function textsOf({ path, text }: TextFile): { readonly strings: string; readonly comments: string } {
  const nodes = [...nodesOf(parse(path, text))].filter(
    ({ type, value }) =>
      (type === "Literal" && typeof value === "string") || type === "TemplateElement" || type === "JSXText",
  );
  const strings = nodes
    .map(({ start, end }) => text.slice(start, end))
    .filter((each) => /\S\s+\S/.test(each));
  let rest = text;
  for (const { start, end } of nodes) {
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end);
  }
  const comments = [...rest.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) => comment);
  return { strings: proseOf(strings.join("\n")), comments: proseOf(comments.join("\n")) };
}
