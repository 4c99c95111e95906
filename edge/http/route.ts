import type { Hono, MiddlewareHandler, NotFoundHandler } from "hono";
import type { z } from "zod";
import { type Access, lists } from "../auth/access.ts";
import { ApiError, type ErrorCode } from "../core/errors.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import { uploadForm } from "./body/multipart.ts";
import { authenticate, type RejectionNote } from "./caller/authenticate.ts";
import { cors } from "./caller/cors.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { keysAt } from "./issue-text.ts";
import { jsonBody, knownQuery, noParameters, pathParameter, queryParameters } from "./parameters.ts";
import { onError, onNotFound } from "./problem.ts";
import { nearestName } from "./received.ts";

/** The declaration of a route, which the router, the authorisation and the reference read. */
export interface Declaration extends Access {
  readonly method: "get" | "post" | "patch" | "delete";
  /** The whole path as Hono knows it, such as `/v1/sessions/:jti`. */
  readonly path: string;
  /** The operation's name in the reference and in the SDKs. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * The same call by the server SDK: a method such as `verifications.create`, which takes the path's
   * parameters and the body, or a whole call.
   */
  readonly sdk?: string;
  /** The meaning of each `:name` of the path. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Throws for a path with a name that the service lacks, before the query and the body are judged. */
  readonly checkPath?: (path: PathReader) => unknown;
  readonly query?: z.ZodObject;
  readonly json?: { readonly schema: z.ZodType; readonly example: object };
  readonly form?: FormBody;
  /** Whether the answer has an `ETag`, and is 304 to a call whose `If-None-Match` names it. */
  readonly conditional?: true;
  readonly answer: AnswerSpec;
  /** Further statuses without a body, each with its cause. */
  readonly empty?: Readonly<Record<number, string>>;
  /** The route's own rejections. `reference/open-api/refusals.ts` adds those that follow from its shape. */
  readonly errors?: readonly ErrorCode[];
}

export interface FormBody {
  readonly files: readonly string[];
  /** Files that the form must have. */
  readonly required: readonly string[];
  /** Files that are read only so that a rejection can have the route's own code. */
  readonly surplus?: readonly string[];
  readonly fields: z.ZodObject;
  /** What a file is, in the reference. Default: an image. */
  readonly file?: FileKind;
  /** The files that the example sends. Default: the required ones. */
  readonly sent?: readonly string[];
  /** Example values of the fields. */
  readonly example?: Readonly<Record<string, string>>;
}

/** What the reference says of a form's files. */
export interface FileKind {
  readonly description: string;
  /** Media types, as in the `encoding` of OpenAPI. The content decides, not what a part says of itself. */
  readonly contentType: string;
  /** Of the file's name in the examples. */
  readonly extension: string;
}

/** Reads a parameter of the path: see `pathParameter`. */
export interface PathReader {
  param(name: string, refusal?: () => ApiError): string;
}

/** The names of a path's parameters, in their order. */
export const pathParametersOf = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

export interface AnswerSpec {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  /** The schema of a JSON body. */
  readonly schema?: z.ZodType;
  /** An example in place of the schema's: what this operation alone returns. */
  readonly example?: object;
  /** The view for a session token, which gets only the fields of this schema. */
  readonly forToken?: z.ZodType;
  /** The media type of a body other than JSON. */
  readonly mediaType?: string | readonly string[];
}

export interface Route extends Declaration {
  /** Whether an Idempotency-Key makes it safe to repeat. */
  readonly isKeyed: boolean;
  handle(c: AppContext): Promise<Response>;
}

/** A group of routes in the reference. */
export interface RouteGroup {
  readonly tag: string;
  readonly description: string;
  readonly routes: readonly Route[];
}

/**
 * Lets pages of other origins call what session tokens may call. Runs before everything that may reject a
 * call.
 */
export function openToPages(app: Hono<AppEnv>, routes: readonly Route[]): void {
  const forTokens = routes.filter((route) => lists(route, "session_token"));
  const byPath = Map.groupBy(forTokens, ({ path }) => path);
  for (const [path, group] of byPath) app.use(path, cors(group.map(({ method }) => method.toUpperCase())));
}

/** Mounts the routes: each authenticates, reads the declared query and body, then answers. */
export function mount(app: Hono<AppEnv>, routes: readonly Route[], note: RejectionNote): void {
  for (const { method, path } of shadowed(routes)) {
    const refuse = authenticate(null, note);
    app.use(path, async (c, next) => {
      const verb = c.req.method === "HEAD" ? "GET" : c.req.method;
      if (verb !== method.toUpperCase()) return next();
      await refuse(c, async () => {});
      return c.notFound();
    });
  }
  for (const route of routes) {
    const guards = route.callers === "anybody" ? [] : guardsOf(route, note);
    app.on(route.method.toUpperCase(), [route.path], ...guards, (c) => route.handle(c));
  }
}

/**
 * Methods that a path lacks, and that a route with an id in its place has: `GET /v1/fraud/detect`, which is
 * no `/v1/fraud/:id`.
 */
function shadowed(routes: readonly Route[]): Pick<Route, "method" | "path">[] {
  const literal = routes.map(({ path }) => path).filter((path) => !path.includes(":"));
  return [...new Set(literal)].flatMap((path) => {
    const own = routes.filter((route) => route.path === path).map(({ method }) => method);
    return routes
      .filter((route) => isNoIdOf(route.path, path) && !own.includes(route.method))
      .map(({ method }) => ({ method, path }));
  });
}

/** Whether a path has a name where this pattern has an id. A `customer_ref` may be any word. */
const isNoIdOf = (pattern: string, path: string): boolean =>
  pattern.endsWith("/:id") && formOf(pattern).test(path);

const formOf = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`);

/** Rejects every caller but a secret key at a path without a route. Runs after the routes. */
export const refuseUnknownPaths = (app: Hono<AppEnv>, note: RejectionNote): unknown =>
  app.use("/v1/*", authenticate(null, note));

/**
 * Answers what no route has: 405 `method_not_allowed` if the path has other methods, else 404 `not_found`.
 */
export function answerUnrouted(routes: readonly Route[]): NotFoundHandler<AppEnv> {
  const paths = [...new Set(routes.map(({ path }) => path))];
  const forms = paths.map((pattern) => ({ pattern, form: formOf(pattern) }));
  return (c) => {
    const { path, method } = c.req;
    const isKnown = paths.includes(path);
    const patterns = forms
      .filter(({ pattern, form }) => form.test(path) && !(isKnown && pattern.endsWith("/:id")))
      .map(({ pattern }) => pattern);
    const of = routes.filter((route) => patterns.includes(route.path));
    const allow = new Set(of.map((route) => route.method.toUpperCase()));
    if (allow.size === 0) {
      const lacksId = path.endsWith("/") && forms.some(({ form }) => form.test(`${path}x`));
      return onNotFound(c, nearestPath(path, paths) ?? below(path, paths), lacksId);
    }
    const verb = method.slice(0, 16);
    const advice = insteadOf(path, verb, patterns[0]!) || (isKnown ? "" : besides(path, verb, routes));
    const message = `${path} has no ${verb}. Allowed: ${[...allow].join(", ")}.${advice}`;
    return onError(new ApiError("method_not_allowed", message, { allow: [...allow] }), c);
  };
}

/** What to do in place of a method that other services have, by the path's pattern. */
const INSTEAD: Readonly<Record<string, readonly [verbs: RegExp, advice: string]>> = {
  "/v1/verifications/:id": [
    /^(DELETE|PUT|PATCH)$/,
    "To end it, POST PATH/cancel. To erase a person, POST /v1/customers/erase.",
  ],
  "/v1/policies/:id": [
    /^(DELETE|PUT|PATCH)$/,
    "To change it, POST PATH/versions. To end its use, POST PATH/archive.",
  ],
  "/v1/webhook-endpoints/:id": [/^PUT$/, "To change it, send PATCH."],
  "/v1/webhook-endpoints": [/^(DELETE|PUT|PATCH)$/, "Add the id of one to the path."],
  "/v1/sessions": [/^DELETE$/, "To revoke one, add its `jti` to the path."],
  "/v1/sessions/:jti": [/^GET$/, "To read the verification, GET /v1/verifications/{id}."],
};

/** The advice for a method that the path lacks, with a space before it; empty without any. */
function insteadOf(path: string, verb: string, pattern: string): string {
  const [verbs, advice] = INSTEAD[pattern] ?? [];
  if (verbs?.test(verb)) return ` ${advice!.replaceAll("PATH", path)}`;
  const [, owner] = /^(.*\/[^/]+)\/[a-z-]+$/.exec(path) ?? [];
  const isPartOfOne = verb === "GET" && /\/:id\/[a-z-]+$/.test(pattern);
  return isPartOfOne ? ` To read what it changes, GET ${owner}.` : "";
}

/** The paths beside this one that have the method, if they are few. */
function besides(path: string, verb: string, routes: readonly Route[]): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const beside = routes
    .filter((each) => each.method.toUpperCase() === verb && each.path.startsWith(folder))
    .map((each) => each.path)
    .filter((each) => /^[\w-]+$/.test(each.slice(folder.length)));
  return beside.length === 0 || beside.length > FEW ? "" : ` With ${verb} there is ${beside.join(", ")}.`;
}

const FEW = 3;

/** The paths that have the same beginning, but for the last part; undefined without an id before that. */
function below(path: string, paths: readonly string[]): string | undefined {
  const parts = path.split("/").map((part) => (isLikeId(part) ? ":id" : part));
  const folder = `${parts.slice(0, 4).join("/")}/`;
  if (!folder.includes("/:id/")) return undefined;
  const beside = paths.filter((each) => each.startsWith(folder));
  return beside.length === 0 ? undefined : `one of ${beside.join(", ")}`;
}

const isLikeId = (part: string) => Object.values(ID_PREFIXES).some((prefix) => part.startsWith(prefix));

function nearestPath(path: string, paths: readonly string[]): string | undefined {
  const parts = path.replace(/^\/api(?=\/)/, "").split("/");
  return nearestName(parts.map((part) => (isLikeId(part) ? ":id" : part)).join("/"), paths);
}

function guardsOf(route: Route, note: RejectionNote): MiddlewareHandler[] {
  const { query } = route;
  const queryReader = query === undefined ? [] : [queryParameters(query)];
  return [
    authenticate(route, note),
    async (c, next) => {
      route.checkPath?.({ param: (name, refusal) => pathParameter(c, name, refusal) });
      await next();
    },
    knownQuery(query, bodyNamesOf(route)),
    ...bodyReader(route),
    ...queryReader,
  ];
}

function bodyReader({ method, json, form }: Route): MiddlewareHandler[] {
  if (json !== undefined) return [jsonBody(json.schema)];
  if (form !== undefined) return [uploadForm(namesOf(form))];
  return method === "post" ? [noParameters] : [];
}

function bodyNamesOf({ json, form }: Route): string[] {
  if (form !== undefined) return [...form.files, ...Object.keys(form.fields.shape)];
  return json === undefined ? [] : keysAt(json.schema, []);
}

/** The names that a form may use. */
const namesOf = ({ files, surplus = [], fields }: FormBody) => ({
  files: [...files, ...surplus],
  fields: Object.keys(fields.shape),
  surplus,
});
