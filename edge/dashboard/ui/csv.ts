/**
 * What a spreadsheet may take for the beginning of a formula, also in full width (OWASP, CSV injection). A
 * cell that begins so gets an apostrophe, which spreadsheets show as text.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

const cell = (text: string): string => {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
};

/**
 * Rows as CSV (RFC 4180) in UTF-8 with a byte order mark, by which spreadsheets know the encoding. Every cell
 * is in quotation marks; an absent one is empty.
 */
export const csv = (rows: readonly (readonly (string | undefined)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map((text = "") => cell(text)).join(",")}\r\n`).join("")}`;
