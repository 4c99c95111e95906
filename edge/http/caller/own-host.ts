import type { MiddlewareHandler } from "hono";
import { ApiError } from "../../core/errors.ts";
import { identityOf } from "../../platform/deployment.ts";
import type { AppEnv } from "../context.ts";

/** Probes call a process by its address. They hear what is the same for everybody. */
const FOR_PROBES = "/health";

/** Two years, for this host only: the operator's other hosts are not affected. */
const HSTS = `max-age=${2 * 365 * 24 * 60 * 60}`;

/**
 * Refuses a call whose `Host` is not this service's (421). Else a page of any name that was made to lead here
 * would be of one origin with the service (DNS rebinding). Where browsers use TLS, every answer keeps them to
 * it (RFC 6797). Comes before all that reads or answers.
 */
export const ownHost: MiddlewareHandler<AppEnv> = async (c, next) => {
  const identity = identityOf(c.env);
  if (identity === null) return next();
  const { publicUrl, answersTo } = identity;
  // Of two headers the URL has both, and is none.
  const isOurs = URL.canParse(c.req.url) && answersTo(new URL(c.req.url).hostname);
  if (c.req.path !== FOR_PROBES && !isOurs) {
    throw new ApiError("misdirected_request", `The Host of this service is ${publicUrl.hostname}.`);
  }
  await next();
  if (publicUrl.protocol === "https:") c.res.headers.set("Strict-Transport-Security", HSTS);
};
