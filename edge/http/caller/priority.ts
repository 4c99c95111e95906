import type { AppContext } from "../context.ts";

/** Urgency 7 of RFC 9218, which is for background tasks, as a member of the header's dictionary. */
const BACKGROUND = /(^|,)\s*u=7\s*(;|,|$)/;

/**
 * Whether somebody waits for the call. A server may say that nobody does, by `Priority: u=7`; whoever calls
 * with a session token is a person's device. What cannot be read is ignored, as RFC 9218 demands.
 */
export function priorityOf(c: AppContext): "background" | "interactive" {
  const isBackground = BACKGROUND.test(c.req.header("Priority") ?? "");
  return isBackground && c.var.principal.kind === "secret_key" ? "background" : "interactive";
}
