import { z } from "zod";
import { ApiError } from "../core/errors.ts";
import { nearestName } from "./received.ts";

/** The words for zod's types, as JSON has them. */
const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

/** The units of zod's sizes. */
const UNITS: Readonly<Record<string, string>> = { array: "entries", string: "characters" };
const ONE: Readonly<Record<string, string>> = { array: "entry", string: "character" };

const FORMATS: Readonly<Record<string, string>> = {
  date: "a day such as 2026-03-14",
  datetime: "an ISO 8601 time such as 2026-03-14T09:26:53Z",
  url: "a URL",
};

/** What a text must be, by the rule of zod that it breaks. */
function formatText(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  const { format, prefix, suffix, includes, pattern } = issue;
  if (prefix !== undefined) return `must begin with \`${prefix}\``;
  if (suffix !== undefined) return `must end with \`${suffix}\``;
  if (includes !== undefined) return `must contain \`${includes}\``;
  if (format in FORMATS) return `must be ${FORMATS[format]}`;
  return format === "regex" ? `must match ${pattern}` : `must be a valid ${format}`;
}

const listed = (values: readonly unknown[]) => values.map(String).join(", ");

function sizeText(origin: string, bound: string, limit: number | bigint): string {
  if (!(origin in UNITS)) return `must be ${bound} ${limit}`;
  return Number(limit) === 1
    ? `must have ${bound} one ${ONE[origin]}`
    : `must have ${bound} ${limit} ${UNITS[origin]}`;
}

/** What an issue says after the parameter's name, such as `must be at most 100`. */
function issueText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected as string] ?? issue.expected}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${listed(issue.values)}`
        : `must be one of ${listed(issue.values)}`;
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1
        ? "must not be empty"
        : sizeText(issue.origin, "at least", issue.minimum);
    case "too_big":
      return sizeText(issue.origin, "at most", issue.maximum);
    case "invalid_format":
      return formatText(issue);
    case "invalid_key":
      return "must have a name of 1 to 40 characters";
    case "unrecognized_keys":
      return `must not have ${listed(issue.keys)}`;
    default:
      return "is not valid";
  }
}

/** A schema's own message goes before this text. */
z.config({ customError: issueText as z.core.$ZodErrorMap });

/**
 * The keys that a schema takes at a path: those of the object that rejected another one. Empty if the path
 * leads to no object.
 */
export function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const [key, ...rest] = path;
  if (typeof key === "number") {
    const list = inside(schema, "array") as z.core.$ZodArrayDef | null;
    return list === null ? [] : keysAt(list.element, rest);
  }
  const inner = objectOf(schema);
  if (inner === null) return [];
  if (key === undefined) return Object.keys(inner.shape);
  const next = inner.shape[String(key)];
  return next === undefined ? [] : keysAt(next, rest);
}

const objectOf = (schema: z.core.$ZodType) => inside(schema, "object") as z.core.$ZodObjectDef | null;

/** The object or list inside defaults, options, and transforms before or after it. */
function inside(schema: z.core.$ZodType, type: "object" | "array"): z.core.$ZodTypeDef | null {
  const { def } = schema._zod;
  if (def.type === type) return def;
  if (def.type === "pipe") {
    const { in: before, out } = def as z.core.$ZodPipeDef;
    return inside(before, type) ?? inside(out, type);
  }
  return "innerType" in def ? inside((def as z.core.$ZodOptionalDef).innerType, type) : null;
}

/** The other keys of an object that take one of a list of words, with those words. */
export function wordsBeside(
  schema: z.core.$ZodType,
  key: string,
): readonly (readonly [key: string, words: readonly string[]])[] {
  return Object.entries(objectOf(schema)?.shape ?? {}).flatMap(([name, each]) => {
    const words = name === key ? [] : wordsOf(each);
    return words.length === 0 ? [] : [[name, words] as const];
  });
}

function wordsOf(schema: z.core.$ZodType): string[] {
  const { def } = schema._zod;
  if (def.type === "enum") return Object.values((def as z.core.$ZodEnumDef).entries).map(String);
  return "innerType" in def ? wordsOf((def as z.core.$ZodOptionalDef).innerType) : [];
}

/** The dotted paths of all keys that a schema takes, those of its objects included. */
export function pathsOf(schema: z.core.$ZodType, before: readonly string[] = []): string[] {
  const inner = objectOf(schema);
  return Object.entries(inner?.shape ?? {}).flatMap(([key, each]) => {
    const path = [...before, key];
    return [path.join("."), ...pathsOf(each, path)];
  });
}

/** Longer names are cut: what a caller sends is not sent back at any length. */
const LONGEST_NAME = 64;

const lastOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** What to do instead of sending a name that other services know. */
const ADVICE: readonly (readonly [given: RegExp, advice: string])[] = [
  [/^query parameter (sort|order)(_?by)?$/, " Lists are always newest first."],
  [
    /^query parameter (api_?)?(key|token)$/i,
    " Send it in the Authorization header, and replace it: addresses are logged.",
  ],
  [
    / (callback|webhook|notification)(_?ur[il]|s)?$/i,
    " To receive events, create a webhook endpoint: POST /v1/webhook-endpoints.",
  ],
  [
    / verification_id$/,
    " A check belongs to the verification whose session token calls it: no field names it.",
  ],
];

/**
 * 400 `unknown_parameter`, whose message lists the names that may stand in the unknown one's place.
 *
 * @param elsewhere Paths of the whole body: the name may be right, and in the wrong object.
 */
export function unknownParameter(
  what: string,
  name: string,
  allowed: readonly string[],
  elsewhere: readonly string[] = [],
): ApiError {
  const advice = ADVICE.find(([form]) => form.test(`${what} ${name}`))?.[1] ?? "";
  const shown = name.slice(0, LONGEST_NAME);
  const meant =
    elsewhere.find((path) => lastOf(path) === lastOf(name)) ?? meantBy(name.replace(/\[\d*\]$/, ""), allowed);
  const guess = meant === undefined ? "" : ` Did you mean \`${meant}\`?`;
  const taken =
    allowed.length === 0 ? `This operation takes no ${what}s.` : `Allowed: ${allowed.join(", ")}.`;
  const rest = guess === "" ? ` ${taken}` : "";
  return new ApiError("unknown_parameter", `Unknown ${what} \`${shown}\`.${guess}${advice}${rest}`, {
    param: name,
  });
}

/** The nearest of paths in one object. */
function meantBy(name: string, allowed: readonly string[]): string | undefined {
  const last = nearestName(lastOf(name), allowed.map(lastOf));
  return allowed.find((path) => lastOf(path) === last);
}
