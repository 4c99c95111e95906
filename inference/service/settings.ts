import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { SECOND, seconds } from "../settings/variables.ts";

const token = z.string().min(32);

/** Which callers are allowed, and for how long a call may take. */
export const serviceVariables = {
  INFERENCE_TOKEN: token.describe(
    "the shared secret, at least 32 characters, that every call sends as `authorization: Bearer`",
  ),
  INFERENCE_TOKEN_PREVIOUS: token
    .optional()
    .describe("a second secret that is accepted while callers change to INFERENCE_TOKEN"),
  REQUEST_TIMEOUT: seconds(30).describe(
    "seconds that a call may take if its client sets no shorter deadline",
  ),
};

const schema = z.object(serviceVariables);

export interface ServiceSettings {
  /** Secrets, each of which admits a call. */
  readonly tokens: readonly string[];
  /** Milliseconds. */
  readonly requestTimeout: number;
}

export const serviceSettings = (env: z.output<typeof schema>): ServiceSettings => ({
  tokens: [env.INFERENCE_TOKEN, env.INFERENCE_TOKEN_PREVIOUS].filter((each) => each !== undefined),
  requestTimeout: env.REQUEST_TIMEOUT * SECOND,
});

/** Says whether an `authorization` value carries a token of the service. */
export type Guard = (authorization: string | undefined) => boolean;

/**
 * A guard for one token, or for two during a rotation. It compares digests in constant time, so that timing
 * reveals neither length nor prefix. `onRefusal` is called for each call that it rejects.
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
