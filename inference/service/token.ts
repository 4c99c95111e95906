import { createHash, timingSafeEqual } from "node:crypto";

/** Says whether an `authorization` value carries the service's token. */
export type Guard = (authorization: string | undefined) => boolean;

/**
 * A guard for one token. It compares digests in constant time, so that time tells neither length nor prefix.
 */
export function createGuard(token: string): Guard {
  const expected = digest(`Bearer ${token}`);
  return (authorization) => timingSafeEqual(digest(authorization ?? ""), expected);
}

const digest = (text: string) => createHash("sha256").update(text).digest();
