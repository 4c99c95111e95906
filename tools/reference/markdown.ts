/** A Markdown table. A cell may hold line breaks and bars, and is kept on one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const cell = (text: string) => text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");

/** Words as code, with commas between them. */
export const codes = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");

const REGION = /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The page with each of its marked regions written again. Throws for a region that nothing makes. */
export function fill(page: string, regions: Readonly<Record<string, string>>): string {
  return page.replaceAll(REGION, (_, begin: string, name: string, end: string) => {
    const text = Object.hasOwn(regions, name) ? regions[name] : undefined;
    if (text === undefined) throw new Error(`Nothing generates the region ${name}.`);
    return `${begin}\n${text}\n\n${end}`;
  });
}
