import { ApiError } from "../../core/errors.ts";
import { replaceSecret } from "../../store/webhooks/endpoints.ts";
import { newSecret, sealSecret } from "../../webhooks/signing/secret.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { existingEndpoint } from "./existing.ts";

const MAX_OVERLAP_HOURS = 24;

/**
 * Puts a new secret in force and returns it; the secret is shown this once. The old secret is void at once,
 * or signs beside the new one for `overlapHours` (0 to 24).
 */
export async function rotateSecret(
  ctx: ScopeContext<"vault">,
  { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
): Promise<{ secret: string }> {
  const { services, scope, now } = ctx;
  if (!Number.isFinite(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw new ApiError("invalid_parameter", `The overlap is 0 to ${MAX_OVERLAP_HOURS} hours.`, {
      param: "overlap_hours",
    });
  }
  await existingEndpoint(services.db, scope, id);
  const secret = newSecret();
  const sealed = await sealSecret(services.vault, scope, id, secret);
  const until = overlapHours === 0 ? null : now + overlapHours * 3_600_000;
  const after = { overlap_hours: overlapHours };
  await commit(ctx, {
    statements: [replaceSecret(services.db, scope, id, sealed, until)],
    audit: [auditEntry(ctx, { action: "webhook.rotate_secret", target: id, after })],
  });
  return { secret };
}
