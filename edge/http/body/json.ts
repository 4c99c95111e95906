import { ApiError } from "../../core/errors.ts";
import { shownName } from "../received.ts";
import { repeatedKey } from "./repeated-key.ts";

/** Throws 400 `invalid_json`, with the place and the fault, for text that is not JSON or repeats a key. */
export function parseJson(text: string): unknown {
  if (text.trim() === "") throw new ApiError("invalid_json", "The body is empty. Send a JSON object.");
  const value = parsed(text);
  const twice = repeatedKey(text);
  if (twice === null) return value;
  const message = `${shownName(twice, "A key of the body")} is given twice. Send it once.`;
  throw new ApiError("invalid_json", message, { param: twice });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : "";
    const message = `The body is not valid JSON${placeOf(fault, text)}: ${jsonFault(fault)}.`;
    throw new ApiError("invalid_json", message, { cause });
  }
}

/** Where the parser stopped, such as ` at line 1, column 8`, if V8 names the position. */
function placeOf(fault: string, text: string): string {
  const position = /at position (\d+)/.exec(fault)?.[1];
  if (position === undefined) return "";
  const lines = text.slice(0, Number(position)).split("\n");
  return ` at line ${lines.length}, column ${lines.at(-1)!.length + 1}`;
}

/** V8's messages quote the body, which must not be returned. */
const JSON_FAULTS: readonly (readonly [fault: RegExp, words: string])[] = [
  [/^(Unexpected end|Unterminated)/, "it ends early"],
  [/^Expected double-quoted/, "a comma must be followed by a name in double quotes"],
  [/^Expected property name/, "a name must be in double quotes"],
  [/^Expected ','/, "a comma or a closing bracket is missing"],
  [/^Expected ':'/, "a colon must follow a name"],
  [/^Bad control/, "a line break or tab in a string must be escaped"],
  [/^Bad (escaped|Unicode)/, "a string has a wrong escape after a backslash"],
  [/^Unexpected non-whitespace/, "text follows its end"],
  [/number/i, "a number is malformed"],
];

const jsonFault = (fault: string): string =>
  JSON_FAULTS.find(([pattern]) => pattern.test(fault))?.[1] ??
  "a value is neither a string in double quotes, a number, true, false, null, an object nor an array";
