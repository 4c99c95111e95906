import type { z } from "zod";
import type { Access } from "../../auth/access.ts";
import type { Principal, SecretKeyPrincipal, SessionTokenPrincipal } from "../../auth/principal.ts";
import { ApiError } from "../../core/errors.ts";
import { unsupportedImage } from "../../core/file-text.ts";
import { clientAddress } from "../../http/caller/client-address.ts";
import type { AppContext, Upload } from "../../http/context.ts";
import { faultsIn, together } from "../../http/faults.ts";
import { pathParameter } from "../../http/parameters.ts";
import type { Declaration, FormBody, PathReader } from "../../http/route.ts";
import type { NamedImage } from "../../inference/port.ts";
import { isImage } from "../../media/kept.ts";
import type { CheckSubject } from "../../operations/checks.ts";
import type { ScopeContext } from "../../operations/commit/context.ts";
import type { Services } from "../../services.ts";
import type { Actor } from "../../store/audit/chain.ts";

/** A call of a route, by one of the callers that the route lists, with its declared input. */
export interface Call<P extends Principal = Principal, Body = unknown, Query = unknown> extends PathReader {
  readonly c: AppContext;
  readonly services: Services;
  /** Absent from a public route, and from a route for ended links and codes. */
  readonly principal: P;
  /** The JSON body, or the fields of a form. */
  readonly body: Body;
  readonly query: Query;
  /** The files of a form, by their names. */
  readonly files: Upload["files"];
}

/** An end user's device, link or code: every caller but a tenant's server. */
export type PersonPrincipal = Exclude<Principal, SecretKeyPrincipal>;

/** The callers that a route of this declaration allows. */
export type CallOf<D extends Declaration> = Call<PrincipalOf<D["callers"]>, BodyOf<D>, QueryOf<D>>;

type PrincipalOf<C extends Access["callers"]> = C extends readonly (infer K)[]
  ? Extract<Principal, { readonly kind: K }>
  : never;

type BodyOf<D> = D extends { readonly json: { readonly schema: infer S extends z.ZodType } }
  ? z.output<S>
  : D extends { readonly form: { readonly fields: infer F extends z.ZodType } }
    ? z.output<F>
    : undefined;

type QueryOf<D> = D extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : undefined;

/** The call of a request whose caller and body have been read. */
export function callOf<D extends Declaration>({ json, form }: D, c: AppContext): CallOf<D> {
  const { services, principal, upload } = c.var;
  const valid = (target: "json" | "query") => c.req.valid(target as never);
  const body = form ? formBody(form, upload) : json && valid("json");
  const call: Call = {
    ...{ c, services, principal, body, query: valid("query"), files: upload?.files },
    param: (name, refusal) => pathParameter(c, name, refusal),
  };
  return call as CallOf<D>;
}

/** The context of an operation that an API caller runs now. */
export function contextOf({ c, services, principal }: Call): ScopeContext & { readonly services: Services } {
  return {
    services,
    scope: principal.scope,
    actor: actorOf(principal, clientAddress(c)),
    now: services.clock(),
  };
}

/**
 * The actor of a change. An end user's address is left out: it would be in the audit log, which no erasure
 * reaches.
 */
function actorOf(principal: Principal, address: string | null): Actor {
  switch (principal.kind) {
    case "secret_key":
      return { kind: "key", keyId: principal.keyId, address };
    case "session_token":
      return { kind: "token", jti: principal.jti, device: principal.device, address: null };
    case "link":
    case "handoff":
      return { kind: "visitor", address: null };
  }
}

/**
 * The fields of a form. Throws for all of its faults: unknown parts, wrong files and fields, and required
 * files that are missing.
 */
function formBody({ fields, required, surplus, file }: FormBody, upload: Upload): unknown {
  const given = Object.fromEntries(upload.fields);
  const { data, error } = fields.safeParse(given);
  // A form with surplus files counts its files itself.
  const missing = surplus === undefined ? required.filter((param) => !upload.files.has(param)) : [];
  const sent = [...upload.files.keys()];
  const faults = [
    ...upload.faults,
    ...(file === undefined ? notImages(upload.files) : []),
    ...missing.map((param) => missingFile(param, [...missing, ...sent])),
    ...(error === undefined ? [] : faultsIn(fields, error, given)),
  ];
  if (faults.length > 0) throw together(faults);
  return data;
}

const notImages = (files: Upload["files"]): ApiError[] =>
  [...files].flatMap(([param, content]) => (isImage(content) ? [] : unsupportedImage(param, content)));

const ALL = new Intl.ListFormat("en-GB");

function missingFile(param: string, needed: readonly string[]): ApiError {
  const advice = needed.length === 1 ? "" : `: send ${ALL.format(needed)} in one call`;
  return new ApiError("missing_parameter", `${param} is required${advice}.`, { param });
}

/** A required file of the form, with the field name that a rejection of its content reports. */
export const requiredImage = ({ files }: Pick<Call, "files">, param: string): NamedImage => ({
  param,
  content: files.get(param)!,
});

type CheckCall = Call<SecretKeyPrincipal | SessionTokenPrincipal, { customer_ref?: string | undefined }>;

/**
 * The subject of an uploaded check: the token's verification, or the form's `customer_ref` outside a
 * verification.
 */
export function checkSubject({ principal, body }: CheckCall): CheckSubject {
  const customerRef = body.customer_ref ?? null;
  return principal.kind === "secret_key"
    ? { verification: null, customerRef, storeMedia: principal.settings.storeMedia }
    : { verification: principal.verification, customerRef, storeMedia: "none" };
}
