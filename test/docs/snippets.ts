import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./files.ts";

/** The README's code blocks of a language under a heading, verbatim. Throws if it has none. */
export const readmeSnippets = (heading: string, language: string) =>
  snippets("README.md", language, `\n## ${heading}\n`);

/** A page's code blocks of a language, after `from` and before the next heading that follows it. */
export function snippets(path: string, language: string, from?: string): [string, ...string[]] {
  const page = readFileSync(join(ROOT, path), "utf8");
  const section = from === undefined ? page : page.split(from)[1]?.split("\n## ")[0];
  const blocks = (section ?? "").matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"));
  const [first, ...others] = [...blocks].map(([, code]) => code!);
  if (first === undefined) throw new Error(`${path} has no ${language} there`);
  return [first, ...others];
}
