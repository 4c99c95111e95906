import { EVENT_TYPES, isEventType } from "../../../vocabulary/events.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { insertEndpoint, onlyIfRoomForEndpoint } from "../../store/webhooks/endpoints.ts";
import { checkAddress } from "../../webhooks/address-policy.ts";
import { newSecret, sealSecret } from "../../webhooks/signing/secret.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { loggedUrl } from "./existing.ts";

/**
 * Registers an endpoint and returns its signing secret, which is shown this once. Throws 409 `limit_reached`
 * where the tenant and mode have as many endpoints as the deployment allows.
 */
export async function createEndpoint(
  ctx: ScopeContext<"webhooks" | "vault" | "quotas">,
  { url, events }: { readonly url: string; readonly events: readonly string[] },
): Promise<{ id: string; secret: string }> {
  const { services, scope, now } = ctx;
  const address = checkAddress(url, services.webhooks.allowLocal);
  if (!address.ok) throw new ApiError("invalid_parameter", address.reason, { param: "url" });
  const types = [...new Set(events)];
  if (types.length === 0 || !types.every(isEventType)) {
    throw new ApiError("invalid_parameter", `Choose one or more of: ${EVENT_TYPES.join(", ")}.`, {
      param: "events",
    });
  }
  const id = newId("endpoint", now);
  const secret = newSecret();
  const row = {
    id,
    url: address.url,
    eventTypes: types,
    secret: await sealSecret(services.vault, scope, id, secret),
    state: "enabled" as const,
    createdAt: now,
  };
  const after = { url: loggedUrl(row.url), events: types, state: row.state };
  const most = services.quotas.endpointsPerMode;
  const tooMany = new ApiError("limit_reached", `There may be ${most} endpoints in this mode.`);
  await commit(ctx, {
    statements: [onlyIfRoomForEndpoint(services.db, scope, most), insertEndpoint(services.db, scope, row)],
    audit: [auditEntry(ctx, { action: "webhook.create", target: id, after })],
  }).catch(refuseOnConflict(tooMany));
  return { id, secret };
}
