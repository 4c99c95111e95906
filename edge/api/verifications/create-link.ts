import { linkUrl } from "../../auth/capture-link.ts";
import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { createLink as creating } from "../../operations/verifications/links.ts";
import { recorded } from "../call/recorded.ts";

/** POST /v1/verifications/:id/links: a new link; the earlier ones end, with the sessions that they gave. */
export const createLink = recorded(creating, {
  input: (c: AppContext) => {
    requireSecretKey(c.var.principal);
    return { id: pathParameter(c, "id") };
  },
  answer: ({ secret, expiresAt, verification }, c) => ({
    status: 201,
    body: {
      url: linkUrl(c.var.services.env.PUBLIC_URL, secret),
      expires_at: new Date(expiresAt).toISOString(),
    },
    subject: verification,
  }),
});
