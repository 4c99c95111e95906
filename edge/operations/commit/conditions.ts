import { ApiError } from "../../errors.ts";
import { CALLS_OF_DEVICES } from "../../limits/rules.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import { isTokenRevoked, onlyIfTokenStands } from "../../store/tenancy/tokens.ts";
import { isSpent } from "../../store/tenancy/unbilled.ts";
import type { ScopeContext } from "./context.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rolls the batch of a device's call back where its token was revoked while the call ran. */
export const standing = ({ services, scope, actor }: ScopeContext): readonly Statement[] =>
  actor.kind === "token" ? [onlyIfTokenStands(services.db, scope, actor.jti)] : [];

/** The refusal of a call whose batch was rolled back by a condition on its caller; else the error itself. */
export async function refuse({ services, scope, actor, now }: ScopeContext, error: unknown): Promise<never> {
  const isRevoked =
    isUnmet(error) && actor.kind === "token" && (await isTokenRevoked(services.db, scope, actor.jti));
  if (isRevoked) throw new ApiError("token_revoked", "This session token was revoked during the call.");
  switch (isSpent(error)) {
    case "server":
      throw spentByServers(now);
    case "device":
      throw new ApiError(
        "limit_reached",
        `The devices of a verification make ${CALLS_OF_DEVICES} calls that are not billed: create a new one.`,
      );
    case null:
      throw error;
  }
}

const spentByServers = (now: number) =>
  new ApiError(
    "rate_limited",
    "As many calls that are not billed were made today (UTC) as the usage cap allows. A higher cap allows more.",
    { retryAfter: Math.ceil((DAY_MS - (now % DAY_MS)) / 1000) },
  );
