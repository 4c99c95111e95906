/** The tokens of valid JSON that matter: strings, brackets and colons. No text matches in two ways. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * A key that one object of a JSON text has twice; null if there is none. Parsers disagree on which of the two
 * values counts (RFC 8259 §4), so a proxy in front may have checked the other one.
 *
 * @param text Valid JSON.
 */
export function repeatedKey(text: string): string | null {
  /** The keys of each object, and null for each list, that is open here. */
  const open: (Set<string> | null)[] = [];
  let string = "";
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token !== ":") string = token;
    else {
      const key: string = JSON.parse(string);
      const keys = open.at(-1)!;
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return null;
}
