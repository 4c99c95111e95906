import { type Context, Hono } from "hono";
import type { Principal } from "../auth/principal.ts";
import type { Bindings } from "../env.ts";
import type { Services } from "../services.ts";

/** What every handler finds on Hono's context. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    /** `req_` id, sent as `X-Request-Id`. */
    requestId: string;
    services: Services;
    /** Set by `authenticate`, which every route under /v1 has passed. */
    principal: Principal;
  };
}

export type AppContext = Context<AppEnv>;

/** An empty sub-app of the right type: each folder of `api/` fills one, and `app.ts` mounts it. */
export const createRouter = () => new Hono<AppEnv>();
