import type { Credential } from "../../core/attempt.ts";
import { SelfsameError } from "../../core/error.ts";
import { type Clock, within } from "../../core/time.ts";

/** Why a token is requested: for the first call, or because the service rejected the last one as expired. */
export type TokenReason = "first" | "token_expired";

/** Fetches a fresh session token from the app's own server. */
export type TokenProvider = (why: TokenReason) => Promise<string>;

/** The token is opaque but for its prefix (contract §2.1); a header takes no blanks and no controls. */
const TOKEN = /^svc_tok_(test|live)_[\x21-\x7e]+$/;

const EXPIRED = "The token has expired, and there is no provider of fresh ones.";

/**
 * Calls the provider lazily, again after a token was rejected as expired, and once for all calls that need a
 * token meanwhile. A failure is not remembered: the next call tries again.
 *
 * @param timeoutMs After it a provider that does not answer has failed, so that it blocks no later call.
 */
export function tokenSource(token: string | TokenProvider, timeoutMs: number, clock: Clock): Credential {
  if (typeof token !== "function") return fixed(checked(token));
  let why: TokenReason = "first";
  let current: { readonly result: Promise<string>; value?: string } | undefined;

  function ask(provider: TokenProvider) {
    const limits = { ms: timeoutMs, signal: undefined, clock };
    const mine: { result: Promise<string>; value?: string } = {
      result: within(limits, async () => checked(await provider(why))).then(
        (value) => {
          mine.value = value;
          return value;
        },
        (cause: unknown) => {
          current = undefined;
          throw new SelfsameError("token_provider_failed", "The provider gave no session token.", { cause });
        },
      ),
    };
    return mine;
  }

  return (refused) => {
    if (refused !== undefined && current?.value === refused) {
      why = "token_expired";
      current = undefined;
    }
    current ??= ask(token);
    return current.result;
  };
}

const fixed = (token: string): Credential => {
  return async (refused) => {
    if (refused !== undefined) throw new SelfsameError("token_expired", EXPIRED, { status: 401 });
    return token;
  };
};

/** Throws a TypeError that does not contain the token. */
function checked(token: string): string {
  if (typeof token !== "string" || !TOKEN.test(token)) {
    throw new TypeError("a session token begins with svc_tok_test_ or svc_tok_live_ and has no blanks");
  }
  return token;
}
