import type { z } from "zod";

/** A Markdown table. A cell may hold line breaks and bars, and is kept on one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const cell = (text: string) => text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");

/** Words as code, with commas between them. */
export const codes = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");

/** The values that a schema lists or bounds; undefined if it does neither. */
export function valuesIn(schema: z.core.JSONSchema.JSONSchema): string | undefined {
  const { enum: words, minimum = schema.exclusiveMinimum, maximum, type } = schema;
  if (words !== undefined) return codes(words.map(String));
  if (type === "boolean") return codes(["true", "false"]);
  if (minimum === undefined || maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return undefined;
  return `${minimum.toLocaleString("en")}–${maximum.toLocaleString("en")}`;
}

const REGION = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/**
 * The pages, by name, with each of their marked regions written again. Throws for a region that nothing
 * makes, and for a text that no page has a region for.
 */
export function fillPages(
  pages: ReadonlyMap<string, string>,
  regions: Readonly<Record<string, string>>,
): Map<string, string> {
  const unused = new Set(Object.keys(regions));
  const filled = new Map(
    [...pages].map(([name, page]) => [
      name,
      page.replaceAll(REGION, (_, begin: string, region: string, end: string) => {
        unused.delete(region);
        if (!Object.hasOwn(regions, region)) throw new Error(`Nothing generates the region ${region}.`);
        return `${begin}\n${regions[region]}\n\n${end}`;
      }),
    ]),
  );
  if (unused.size > 0) throw new Error(`No page has a region for ${[...unused].join(", ")}.`);
  return filled;
}
