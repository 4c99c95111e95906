/** Cells are written as they are; a pipe in one is escaped. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Each part of a section is optional; they appear in this order. */
export interface Section {
  readonly heading: string;
  readonly text?: string;
  readonly table?: Table;
}

export interface Report {
  readonly title: string;
  /** The measured subject and its material: one line each. */
  readonly facts: Readonly<Record<string, string | number>>;
  readonly sections: readonly Section[];
}

/** The report as GitHub-flavoured Markdown. */
export function toMarkdown({ title, facts, sections }: Report): string {
  const list = Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`);
  return `${[`# ${title}`, list.join("\n"), ...sections.map(toSection)].join("\n\n")}\n`;
}

function toSection({ heading, text, table }: Section): string {
  return [`## ${heading}`, text ?? [], table ? toTable(table) : []].flat().join("\n\n");
}

function toTable({ columns, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}
