import { ApiError } from "../../core/errors.ts";
import { shownName } from "../received.ts";
import { jsonFault } from "./json-fault.ts";

/** Throws 400 `invalid_json`, with the place and the fault, for text that is not JSON or repeats a key. */
export function parseJson(text: string): unknown {
  if (text.trim() === "") throw new ApiError("invalid_json", "The body is empty. Send a JSON object.");
  const value = parsed(text);
  const twice = repeatedKey(text);
  if (twice === null) return value;
  const { key, line } = twice;
  const message = `${shownName(key, "A key of the body")} is given twice, again on line ${line}. Send it once.`;
  throw new ApiError("invalid_json", message, { param: key });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { line, column, words } = jsonFault(text)!;
    const message = `The body is not valid JSON. Line ${line}, column ${column}: ${words}.`;
    throw new ApiError("invalid_json", message, { cause });
  }
}

/** The tokens of valid JSON that matter: strings, brackets and colons. No text matches in two ways. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * A key that one object of a JSON text has twice, and the line of the second; null if there is none. Parsers
 * disagree on which of the two values counts (RFC 8259 §4), so a proxy in front may have checked the other
 * one.
 *
 * @param text Valid JSON.
 */
function repeatedKey(text: string): { readonly key: string; readonly line: number } | null {
  /** The keys of each object, and null for each list, that is open here. */
  const open: (Set<string> | null)[] = [];
  let string = "";
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token !== ":") string = token;
    else {
      const key: string = JSON.parse(string);
      const keys = open.at(-1)!;
      if (keys.has(key)) return { key, line: text.slice(0, index).split("\n").length };
      keys.add(key);
    }
  }
  return null;
}
