import type { Management } from "../../../operations/endpoints/create.ts";
import { webhookSettings } from "../../../webhooks/settings.ts";
import type { DashboardContext } from "../../shell/context.ts";

/** What changing webhook endpoints needs, on the viewer's behalf. */
export function management(c: DashboardContext): Management {
  const { db, vault, env, clock } = c.var.services;
  return { db, vault, settings: webhookSettings(env), actor: c.var.actor, clock };
}
