import type { z } from "zod";
import { ApiError, type ErrorCode } from "../core/errors.ts";
import { keysAt, pathsOf, unknownParameter, wordsBeside } from "./issue-text.ts";
import { nearestName, pathText, receivedText } from "./received.ts";

/**
 * Issues with a code of their own instead of `invalid_parameter`; without `issues`, every issue has that
 * code.
 */
const OWN_CODES: Readonly<Record<string, { code: ErrorCode; issues?: readonly string[] }>> = {
  ttl_seconds: { code: "ttl_out_of_range", issues: ["too_small", "too_big"] },
  limit: { code: "limit_out_of_range" },
  cursor: { code: "invalid_cursor" },
  document_type: { code: "unsupported_document_type" },
};

/** The most faults that one answer lists. */
export const MOST_FAULTS = 10;

/** The rejection of the first fault; if there are more, `errors` lists them, one for each parameter. */
export const refusalOf = (schema: z.ZodType, error: z.core.$ZodError, value: unknown): ApiError =>
  together(faultsIn(schema, error, value));

/** A rejection for each fault. */
export function faultsIn(schema: z.ZodType, { issues }: z.core.$ZodError, value: unknown): ApiError[] {
  const [unknown, others] = [issues.filter(isUnknown), issues.filter((issue) => !isUnknown(issue))];
  const known = others.filter((issue) => !follows(issue, unknown));
  return [
    ...unknown.flatMap((issue) => unknownsOf(schema, issue)),
    ...known.slice(0, MOST_FAULTS).map((issue) => faultOf(schema, issue, value)),
  ];
}

const isOtherFault = ({ code }: ApiError) => Number(code !== "unknown_parameter");

/**
 * Rejections of one request as one: the first, and `errors` with the first of each parameter. Unknown
 * parameters come first: such a name often explains why another one is missing.
 */
export function together(found: readonly ApiError[]): ApiError {
  const all = found.toSorted((a, b) => isOtherFault(a) - isOtherFault(b));
  const isFirstOfIts = ({ param }: ApiError, i: number) =>
    all.findIndex((each) => each.param === param) === i;
  const faults = all.filter(isFirstOfIts).slice(0, MOST_FAULTS);
  if (faults.length === 1) return faults[0]!;
  const errors = faults.map(({ code, param = "", message }) => ({ code, param, message }));
  const [{ code, param, message }] = faults as [ApiError];
  return new ApiError(code, `${message} (And ${faults.length - 1} more, in \`errors\`.)`, { param, errors });
}

const isUnknown = (issue: z.core.$ZodIssue) => issue.code === "unrecognized_keys";

/** Whether a rule on an object as a whole fails in an object with unknown keys: those have not been read. */
const follows = ({ code, path }: z.core.$ZodIssue, unknown: readonly z.core.$ZodIssue[]) =>
  code === "custom" && unknown.some((each) => pathText(each.path) === pathText(path));

function unknownsOf(schema: z.ZodType, issue: z.core.$ZodIssue): ApiError[] {
  if (issue.code !== "unrecognized_keys") return [];
  const inside = (key: string) => pathText([...issue.path, key]);
  const allowed = keysAt(schema, issue.path).map(inside);
  const paths = pathsOf(schema);
  return issue.keys
    .slice(0, MOST_FAULTS)
    .map((key) => unknownParameter("parameter", inside(key), allowed, paths));
}

function faultOf(schema: z.ZodType, issue: z.core.$ZodIssue, value: unknown): ApiError {
  const param = pathText(issue.path);
  const given = valueAt(value, issue.path);
  const received = receivedText(issue, given);
  const meant = received.endsWith("?") ? "" : otherKey(schema, issue, given);
  const message = `${issue.message}${received}${meant}`.replace(/(?<![.?])$/, ".");
  if (issue.path.length === 0) {
    // A rule of ours on the whole body asks for one of several parameters.
    const code = issue.code === "custom" ? "missing_parameter" : "invalid_parameter";
    return new ApiError(code, `The body ${message}`);
  }
  if (given === undefined) {
    const rule = issue.code === "custom" ? issue.message : "is required";
    return new ApiError("missing_parameter", `${param} ${rule}.`, { param });
  }
  const own = OWN_CODES[param];
  const code = own && (own.issues?.includes(issue.code) ?? true) ? own.code : "invalid_parameter";
  return new ApiError(code, `${param} ${message}`, { param });
}

/** A word for one of these filters of a verification's state may be meant for the other one. */
const STATE_FILTERS: readonly string[] = ["status", "decision"];

/** The key that the value was meant for: the other filter of the state, or that of an id. */
function otherKey(schema: z.ZodType, { code, path }: z.core.$ZodIssue, given: unknown): string {
  if (typeof given !== "string") return "";
  if (code === "invalid_value") {
    const filter = STATE_FILTERS.find((name) => path.join(".") === name);
    for (const [key, words] of filter === undefined ? [] : wordsBeside(schema, filter)) {
      const word = nearestName(given, words);
      if (word !== undefined) return `. Did you mean \`${key}=${word}\`?`;
    }
  }
  const byId = `${String(path.at(-1))}_id`;
  const isObject = code === "invalid_type" && keysAt(schema, path.slice(0, -1)).includes(byId);
  return isObject ? `. Did you mean \`${byId}\`?` : "";
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], value);
}
