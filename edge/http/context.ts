import { type Context, Hono } from "hono";
import { getPath } from "hono/utils/url";
import type { Principal } from "../auth/principal.ts";
import type { ApiError } from "../core/errors.ts";
import type { Bindings } from "../env.ts";
import type { Instance } from "../platform/figures.ts";
import type { Services } from "../services.ts";

/** One part of a body: a form's field or file, or a whole JSON body. */
export interface BodyPart {
  readonly kind: "field" | "file" | "json";
  /** Empty for JSON. */
  readonly name: string;
  readonly content: Uint8Array | string;
}

/** A form that a body reader has read, by the names of its parts. */
export interface Upload {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly fields: ReadonlyMap<string, string>;
  /** What is wrong with its parts: `callOf` rejects it for them, and for what it lacks, at once. */
  readonly faults: readonly ApiError[];
}

/** The variables of Hono's context in every handler. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    /** `req_` id, sent as `X-Request-Id`. */
    requestId: string;
    /** The state of the isolate that answers. */
    instance: Instance;
    services: Services;
    /** Set by `authenticate`, which every route under /v1 has passed; not where `endedHash` is. */
    principal: Principal;
    /** SHA-256 of the secret of a link or a code that may have ended, if the operation takes one. */
    endedHash?: Uint8Array;
    /** The form that `uploadForm` has read. */
    upload: Upload;
    /** The parts of the body that a body reader has read; undefined before that. */
    bodyParts: readonly BodyPart[] | undefined;
  };
}

export type AppContext = Context<AppEnv>;

/**
 * An empty app with the context's types. A `*` in a request's path is matched as `%2A`: Hono's router would
 * take it for the `*` of a pattern as well, and run the pattern's handlers twice.
 */
export const createRouter = () =>
  new Hono<AppEnv>({ getPath: (request) => getPath(request).replaceAll("*", "%2A") });

/** Urgency 7 of RFC 9218, which is for background tasks, as a member of the header's dictionary. */
const BACKGROUND = /(^|,)\s*u=7\s*(;|,|$)/;

/**
 * Whether a person may wait for the call. A server may mark a background call by `Priority: u=7`; a call with
 * a session token comes from a person's device. An invalid header is ignored, as RFC 9218 requires.
 */
export function priorityOf(c: AppContext): "background" | "interactive" {
  const isBackground = BACKGROUND.test(c.req.header("Priority") ?? "");
  return isBackground && c.var.principal.kind === "secret_key" ? "background" : "interactive";
}
