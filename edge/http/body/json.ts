import { ApiError } from "../../core/errors.ts";
import { shownName } from "../received.ts";
import { jsonFault } from "./json-fault.ts";
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
    const { line, column, words } = jsonFault(text)!;
    const message = `The body is not valid JSON at line ${line}, column ${column}: ${words}.`;
    throw new ApiError("invalid_json", message, { cause });
  }
}
