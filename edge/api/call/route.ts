import type { OperationScope } from "../../../vocabulary/key-scopes.ts";
import { lists } from "../../auth/access.ts";
import { hasScope } from "../../auth/key-rights.ts";
import type { Principal } from "../../auth/principal.ts";
import { toBase64Url } from "../../crypto/encoding.ts";
import { sha256 } from "../../crypto/hashing.ts";
import type { AppContext } from "../../http/context.ts";
import type { AnswerSpec, Declaration, Route } from "../../http/route.ts";
import { forScopes } from "../../schemas/scoped-members.ts";
import { type CallOf, callOf } from "./call.ts";
import type { Handler } from "./writing.ts";

/** A route that lists secret keys declares the scope that a restricted key needs, and no other route does. */
type Scoped<D extends Declaration> = D["callers"] extends readonly (infer K)[]
  ? "secret_key" extends K
    ? { readonly scope: OperationScope }
    : { readonly scope?: never }
  : { readonly scope?: never };

/**
 * A route of the API: one declaration for the router, the authorisation, the reference and the SDKs, and its
 * handler. The handler is a function of the call, which answers the JSON body (nothing for a 204), or a whole
 * response where the body is not JSON; or it is `idempotent` or `billable`, for a call that writes.
 */
export function route<const D extends Declaration>(
  declared: D & Scoped<D>,
  handler: Handler<CallOf<D>>,
): Route {
  const { answer, errors = [] } = declared;
  const isForTokens = lists(declared, "session_token");
  if (answer.schema !== undefined && isForTokens !== (answer.forToken !== undefined)) {
    throw new Error(`${declared.id} has no view for a session token, or one although no token may call.`);
  }
  const writing = typeof handler === "function" ? null : handler;
  return {
    ...declared,
    isKeyed: writing !== null,
    errors: writing?.isBilled ? [...errors, "usage_cap_reached"] : errors,
    async handle(c) {
      const call = callOf(declared, c);
      const shown = (body: object) => view(answer, c.var.principal, body);
      if (typeof handler !== "function") return handler.handle(call, answer.status as 200 | 201, shown);
      const result = await handler(call);
      if (result instanceof Response) return result;
      if (result === undefined) return c.body(null, 204);
      return declared.conditional
        ? unlessCached(c, shown(result))
        : c.json(shown(result), answer.status as 200);
    },
  };
}

/**
 * The body that the caller may see (contract §2.7): a field that a token's view lacks, or for which a
 * restricted key lacks the scope, is left out.
 */
function view({ schema, forToken }: AnswerSpec, principal: Principal | undefined, body: object): object {
  if (principal?.kind === "session_token") return forToken!.parse(body) as object;
  if (principal?.kind !== "secret_key" || principal.rights.scopes === null) return body;
  const seen = forScopes(schema!, (scope) => hasScope(principal.rights, scope));
  return seen === schema ? body : (seen.parse(body) as object);
}

/** A list of entity tags, or `*`. */
const ENTITY_TAGS = /(?:W\/)?"[^"]*"/g;

/** The body with its entity tag, or 304 if the caller has it already. */
async function unlessCached(c: AppContext, body: object): Promise<Response> {
  const text = JSON.stringify(body);
  const tag = `"${toBase64Url(await sha256(text)).slice(0, 22)}"`;
  c.header("ETag", tag);
  if (matchesTag(c.req.header("if-none-match"), tag)) return c.body(null, 304);
  return c.body(text, 200, { "Content-Type": "application/json" });
}

/** RFC 9110, section 13.1.2: whether the caller has this answer already. Compares weakly. */
function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return [...header.matchAll(ENTITY_TAGS)].some(([listed]) => listed.replace(/^W\//, "") === tag);
}
