import type { Caller } from "../../../core/call.ts";
import type { CallOptions } from "../../../core/settings.ts";
import { type CreateSessionBody, createSession, revokeSession } from "../../../gen/operations.ts";

/** Session tokens, with which a person's device makes the calls of one verification (contract §2). */
export const sessions = (call: Caller<"answer">) => ({
  /** Mints a token: for an open verification, or for a new one under the default policy. */
  create: (body: CreateSessionBody, options?: CallOptions) => call(createSession, { body }, options),
  /** Revokes a token, everywhere within a second. Repeating it is allowed. */
  revoke: (jti: string, options?: CallOptions) => call(revokeSession, { path: { jti } }, options),
});
