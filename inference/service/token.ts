import { createHash, timingSafeEqual } from "node:crypto";

/** Says whether an `authorization` value carries a token of the service. */
export type Guard = (authorization: string | undefined) => boolean;

/**
 * A guard for one token, or for two while one is turned. It compares digests in constant time, so that time
 * tells neither length nor prefix. `onRefusal` hears of each call that it refuses.
 */
export function createGuard(tokens: readonly string[], onRefusal: () => void): Guard {
  const expected = tokens.map((token) => digest(`Bearer ${token}`));
  return (authorization) => {
    const given = digest(authorization ?? "");
    const holds = expected.filter((each) => timingSafeEqual(given, each)).length > 0;
    if (!holds) onRefusal();
    return holds;
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
