import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./files.ts";

/** The README's code blocks of a language under a heading, as they stand there. Throws where it has none. */
export function readmeSnippets(heading: string, language: string): [string, ...string[]] {
  const section = readFileSync(join(ROOT, "README.md"), "utf8")
    .split(`\n## ${heading}\n`)[1]
    ?.split("\n## ")[0];
  const blocks = (section ?? "").matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"));
  const [first, ...others] = [...blocks].map(([, code]) => code!);
  if (first === undefined) throw new Error(`the README has no ${language} under ${heading}`);
  return [first, ...others];
}
