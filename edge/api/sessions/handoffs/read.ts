import { linkUrl } from "../../../auth/capture-link.ts";
import { type ShownHandoff, showHandoff } from "../../../auth/handoff-code.ts";
import { requireToken } from "../../../auth/scopes.ts";
import type { AppContext } from "../../../http/context.ts";
import { existingHandoff } from "../../../operations/handoffs/existing.ts";

/** GET /v1/handoffs/:id: how it stands, with the code that the computer shows now, or its number. */
export async function readHandoff(c: AppContext, id: string) {
  const { services } = c.var;
  const { scope, verificationId } = requireToken(c.var.principal);
  const handoff = await existingHandoff(services.db, scope, { id, verificationId });
  return c.json(
    renderHandoff(c, await showHandoff(services.serviceKey, scope.mode, handoff, services.clock())),
  );
}

export function renderHandoff(c: AppContext, { id, state, code, number, phone, expiresAt }: ShownHandoff) {
  return {
    id,
    state,
    url: code === null ? null : linkUrl(c.var.services.env.PUBLIC_URL, code.code),
    url_until: code === null ? null : new Date(code.until).toISOString(),
    number,
    phone,
    expires_at: new Date(expiresAt).toISOString(),
  };
}
