import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { ApiError } from "../core/errors.ts";
import type { Mode, Scope } from "../core/scope.ts";
import { parseJson } from "./body/json.ts";
import { assertEncoded, assertType } from "./body/media-type.ts";
import { LARGEST_BODY, readSmall } from "./body/read-body.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { faultsIn, refusalOf, together } from "./faults.ts";
import { unknownParameter } from "./issue-text.ts";

/**
 * Validates a JSON body of at most 64 KiB. Throws 415 `unsupported_media_type`, 413 `request_too_large`, 408
 * `request_timeout`, 400 `invalid_json`, and the rejection of the schema's first issue, which names the
 * parameter.
 */
export function jsonBody<S extends z.ZodType>(schema: S) {
  const validate = zValidator("json", schema, refusing(schema));
  const middleware: typeof validate = async (c, next) => {
    const text = await readJson(c as AppContext);
    (c as AppContext).set("bodyParts", [{ kind: "json", name: "", content: text }]);
    c.req.raw = new Request(c.req.raw, { body: text });
    return validate(c, next);
  };
  return middleware;
}

/** For an operation without parameters: accepts no body, or an empty JSON object. */
export const noParameters: MiddlewareHandler<AppEnv> = async (c, next) => {
  const text = await readText(c);
  if (text !== "") parseParameters(z.strictObject({}), parseJson(text));
  c.set("bodyParts", []);
  await next();
};

/** Validates the query string. A name that the schema lacks is rejected. */
export function queryParameters<S extends z.ZodType>(schema: S) {
  return zValidator("query", schema, refusing(schema));
}

/**
 * Rejects query parameters that the route does not declare, as unknown body fields are rejected: a misspelt
 * filter would list everything, and a body field in the address has no effect. The rejection lists the
 * schema's faults, too.
 *
 * @param ofBody The names of the body's fields.
 */
export function knownQuery(
  schema: z.ZodObject | undefined,
  ofBody: readonly string[] = [],
): MiddlewareHandler<AppEnv> {
  const names = Object.keys(schema?.shape ?? {});
  return async (c, next) => {
    if (!isEncoded(new URL(c.req.url).search)) {
      throw new ApiError("invalid_parameter", `The query string ${NOT_ENCODED}`);
    }
    const given = Object.entries(c.req.queries());
    const faults = given.flatMap(([name, values]) => {
      if (ofBody.includes(name)) return inBody(name);
      if (!names.includes(name)) return unknownParameter("query parameter", name, names);
      return values.length > 1 ? givenTwice(name) : [];
    });
    if (faults.length === 0) return next();
    const known = Object.fromEntries(
      given.filter(([name]) => names.includes(name)).map(([name, [value]]) => [name, value]),
    );
    const read = schema?.safeParse(known);
    throw together([...faults, ...(read?.error === undefined ? [] : faultsIn(schema!, read.error, known))]);
  };
}

const inBody = (param: string) =>
  new ApiError("unknown_parameter", `${param} is a field of the body. Send it there, not in the address.`, {
    param,
  });

const givenTwice = (param: string) =>
  new ApiError("invalid_parameter", `${param} is given twice. Send it once.`, { param });

/** Parses a value that is neither JSON nor a query, such as a form's fields. */
function parseParameters<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw refusalOf(schema, result.error, value);
  return result.data;
}

async function readJson(c: AppContext): Promise<string> {
  assertType(c.req.raw, "application/json");
  const text = await readText(c);
  parseJson(text);
  return text;
}

async function readText({ req }: AppContext): Promise<string> {
  assertEncoded(req.raw);
  const body = await readSmall(req.raw, LARGEST_BODY.json).catch(bodyEndedEarly);
  if (body === null) {
    throw new ApiError(
      "request_too_large",
      `The body is larger than ${LARGEST_BODY.json / 1024} KiB${declaredText(req.raw)}. Send less text, and images as multipart/form-data, not in JSON.`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body);
  } catch (cause) {
    throw new ApiError("invalid_json", "The body is not UTF-8. Encode it as UTF-8.", { cause });
  }
}

/** How large the body says that it is. */
function declaredText({ headers }: Request): string {
  const length = Number(headers.get("content-length"));
  return Number.isFinite(length) && length > 0 ? `: it has ${(length / 1024).toFixed(1)} KiB` : "";
}

function bodyEndedEarly(cause: unknown): never {
  throw cause instanceof ApiError ? cause : new ApiError("invalid_json", "The body ended early.", { cause });
}

const refusing =
  (schema: z.ZodType) =>
  (result: { success: boolean; data: unknown; error?: unknown }, _c: Pick<AppContext, "req">): void => {
    if (!result.success) throw refusalOf(schema, result.error as z.core.$ZodError, result.data);
  };

/**
 * A parameter of the path. Throws `refusal(message)`, 404 by default, for an empty value and for one with a
 * control character. No id is such a value, a store that cuts a text at its first NUL must not see it, and
 * the empty text stands for an erased person. The same holds for a path that is not percent-encoded UTF-8:
 * read as it is, it would name another person than its sender means, and the receipt of an erasure would be
 * for the wrong one.
 */
export function pathParameter(
  c: Pick<AppContext, "req">,
  name: string,
  refusal: (message: string) => ApiError = (message) => new ApiError("not_found", message),
): string {
  const value = c.req.param(name) ?? "";
  if (!isEncoded(new URL(c.req.url).pathname)) throw refusal(`The path ${NOT_ENCODED}`);
  if (value === "" || /\p{Cc}/u.test(value)) {
    throw refusal(`${name} in the path must not be empty, and must not have control characters.`);
  }
  return value;
}

const NOT_ENCODED = "is not percent-encoded UTF-8. Encode each of its values with encodeURIComponent.";

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const LIMIT = { min: 1, max: 100, default: 20 } as const;
const limit = z.int().min(LIMIT.min).max(LIMIT.max);
const ENTRIES = "Entries of a page at most.";

/** A place in a list: the entry before it. */
interface Cursor {
  readonly mode: Mode;
  readonly id: string;
}

const CURSOR = /^(live|test) ([a-z]+_\w{1,64})$/;

/** The text of a place. */
export const cursorText = ({ mode, id }: Cursor): string => btoa(`${mode} ${id}`);

/**
 * `?limit&cursor` of a list whose ids have this prefix (contract §8.3): `limit` 1–100, 20 when absent;
 * `cursor` is the place before the page, or null. Throws `limit_out_of_range` and `invalid_cursor`.
 */
export function pageQuery(prefix: string) {
  return z.strictObject({
    limit: z
      .string()
      .regex(/^\d{1,4}$/, `must be a whole number from ${LIMIT.min} to ${LIMIT.max}`)
      .transform(Number)
      .pipe(limit)
      .default(LIMIT.default)
      .describe(ENTRIES),
    cursor: z
      .string()
      .max(200)
      .transform((cursor, context) => {
        const [, mode, id] = CURSOR.exec(decode(cursor)) ?? [];
        if (id?.startsWith(prefix)) return { mode: mode as Mode, id };
        const fault = id === undefined ? "is not a cursor" : "belongs to another list";
        context.addIssue({ code: "custom", message: `${fault}. Send next_cursor unchanged` });
        return z.NEVER;
      })
      .nullable()
      .default(null)
      .describe("`next_cursor` of the page before."),
  });
}

/** The same for a list that is requested by a JSON body. */
export const pageBody = (prefix: string) =>
  pageQuery(prefix).extend({ limit: limit.default(LIMIT.default).describe(ENTRIES) });

/**
 * The rows of the page that a call asks for: those after the id `before`, with a surplus row (see `toPage`).
 * Throws `invalid_cursor` for a cursor of the other mode.
 */
export function askedPage(
  { mode }: Pick<Scope, "mode">,
  { limit, cursor }: { readonly limit: number; readonly cursor: Cursor | null },
): { readonly limit: number; readonly before: string | null } {
  if (cursor !== null && cursor.mode !== mode) {
    const message = `cursor belongs to ${cursor.mode} mode, and this is ${mode} mode. Send next_cursor unchanged.`;
    throw new ApiError("invalid_cursor", message, { param: "cursor" });
  }
  return { limit: limit + 1, before: cursor?.id ?? null };
}

/** A page of up to `limit + 1` rows: the surplus row only shows that there is a next page. */
export function toPage<T extends { readonly id: string }, U>(
  { mode }: Pick<Scope, "mode">,
  rows: readonly T[],
  limit: number,
  render: (row: T) => U,
): { data: U[]; has_more: boolean; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? cursorText({ mode, id: last.id }) : null;
  return { data: shown.map(render), has_more: next !== null, next_cursor: next };
}

function decode(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}
