import fc from "fast-check";
import { formOf, MULTIPART, typedBody } from "./bodies.ts";
import { known, text } from "./hostile-text.ts";
import { ROWS } from "./rows.ts";
import type { Ids } from "./world.ts";

/** A request as a hostile or clumsy client might send it. */
export interface Hostile {
  readonly method: string;
  readonly path: string;
  readonly caller: "secret_key" | "session_token" | "anonymous" | "junk";
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: none. */
  readonly body: Uint8Array | null;
  /** The body is sent in pieces of this many bytes; 0: in one. */
  readonly pieces: number;
}

const METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"];
const ROUTES = Object.keys(ROWS).map((route) => route.split(" ") as [method: string, path: string]);
const POSTS = ROUTES.filter(([method]) => method === "POST").map(([, path]) => path.replace(":id", "vf_0"));
const LISTS = ["/v1/verifications", "/v1/face/registrations", "/v1/events"];
/** The path before the id, if it has one. */
const UNDER = ROUTES.filter(([, path]) => path.includes(":")).map(([, path]) => path.split(":")[0]!);
const encoded = text.map((value) => encodeURIComponent(value.toWellFormed()));
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom("limit", "cursor", "type", "customer_ref", "expires", "signature", "x"),
      encoded,
    ),
    {
      maxLength: 3,
    },
  )
  .map((pairs) =>
    pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`,
  );
const rawPath = fc.string({ maxLength: 30 }).map((value) => `/v1/${value.replaceAll(/[#\s]/g, "")}`);
const path = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...POSTS, ...LISTS) },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(...UNDER, "/"), encoded, fc.constantFrom("", "/cancel", "/x", "/"))
          .map((parts) => parts.join("")),
      },
      { weight: 1, arbitrary: rawPath },
    ),
    query,
  )
  .map((parts) => parts.join(""));

/** Header values that a client allows: latin-1 without line ends. */
const headerValue = text.map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?").trim());
const header = fc.tuple(
  fc.constantFrom(
    "idempotency-key",
    "accept",
    "content-length",
    "x-request-id",
    "accept-language",
    "content-encoding",
    "range",
    "if-none-match",
    "cookie",
    "origin",
    "x-http-method-override",
    "forwarded",
  ),
  fc.oneof(
    headerValue,
    fc.constantFrom("application/problem+json", "*/*", "0", "-1", "99999999999", "gzip", "bytes=0-"),
  ),
);

const caller = fc.oneof(
  { weight: 6, arbitrary: fc.constant("secret_key" as const) },
  { weight: 2, arbitrary: fc.constant("session_token" as const) },
  { weight: 1, arbitrary: fc.constantFrom("anonymous" as const, "junk" as const) },
);
const headers = fc.array(header, { maxLength: 2 });
const pieces = fc.constantFrom(0, 0, 1, 7, 64);

/** Anything sent anywhere. */
const wild: fc.Arbitrary<Hostile> = fc
  .record({
    method: fc.oneof(
      { weight: 3, arbitrary: fc.constant("POST") },
      { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
    ),
    path,
    caller,
    typedBody,
    headers,
    junk: headerValue,
    pieces,
  })
  .map(({ method, path, caller, typedBody: [type, body], headers, junk, pieces }) => {
    const bare = method === "GET" || method === "HEAD";
    const more: [string, string][] = caller === "junk" ? [["authorization", junk]] : [];
    const typeHeader: [string, string][] = bare || type === "" ? [] : [["content-type", type]];
    const all = [...headers, ...typeHeader, ...more];
    return { method, path, caller, headers: all, body: bare ? null : body, pieces };
  });

const CALLS = Object.entries(ROWS).flatMap(([route, { calls }]) =>
  calls.map((call) => ({ method: route.split(" ")[0]!, call })),
);

/**
 * A call from the table of routes, on an existing object or not, with a parameter added, changed or left
 * out.
 */
function aimed(ids: Ids): fc.Arbitrary<Hostile> {
  const name = text.map((value) => value.toWellFormed());
  const change = fc.tuple(fc.constantFrom("none", "none", "put", "drop"), known, text);
  return fc
    .record({ target: fc.constantFrom(...CALLS), other: fc.option(name), change, headers, pieces, caller })
    .map(({ target: { method, call }, other, change, headers, pieces, caller }) => {
      const { path, json, form } = call.send(other ?? ids[call.takes ?? "verification"]);
      const type = form === undefined ? "application/json" : MULTIPART;
      const parameters = form ?? json;
      const body = parameters === undefined ? null : changed({ ...parameters }, change);
      const bytes = form === undefined ? Buffer.from(JSON.stringify(body)) : formOf(body ?? {});
      const typed: [string, string][] = body === null ? [] : [["content-type", type]];
      return { method, path, caller, headers: [...headers, ...typed], body: body && bytes, pieces };
    });
}

type Parameters = Record<string, string | Uint8Array>;

function changed(parameters: Parameters, [how, name, value]: readonly string[]): Parameters {
  const names = Object.keys(parameters);
  const hit = names[name!.length % Math.max(names.length, 1)] ?? name!;
  if (how === "put") return { ...parameters, [value!.length % 2 === 0 ? hit : name!]: value! };
  if (how === "drop") delete parameters[hit];
  return parameters;
}

/** Half of them sent at random, half aimed at a route; `ids` are of things that are there. */
export const hostile = (ids: Ids) => fc.oneof(wild, aimed(ids));
