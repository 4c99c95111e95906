/** A command's answer as text: a table for a list of objects, else one line for each field. */
export function render(value: unknown): string {
  if (!isRecord(value)) return `${String(value)}\n`;
  const { data } = value;
  if (Array.isArray(data)) return data.length === 0 ? "(none)\n" : table(data.filter(isRecord));
  const width = Math.max(0, ...Object.keys(value).map((name) => name.length));
  return Object.entries(value)
    .map(([name, field]) => `${name.padEnd(width)}  ${cell(field)}\n`)
    .join("");
}

function table(rows: readonly Record<string, unknown>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
