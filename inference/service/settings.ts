import { z } from "zod";
import { SECOND, seconds } from "../settings/variables.ts";

/** Who may call, and for how long. */
export const serviceVariables = {
  INFERENCE_TOKEN: z
    .string()
    .min(32)
    .describe("shared secret, at least 32 characters, that every call carries as `authorization: Bearer`"),
  REQUEST_TIMEOUT: seconds(30).describe(
    "seconds that a call may take when its client sets no shorter deadline",
  ),
};

const schema = z.object(serviceVariables);

export interface ServiceSettings {
  readonly token: string;
  /** Milliseconds. */
  readonly requestTimeout: number;
}

export const serviceSettings = (env: z.output<typeof schema>): ServiceSettings => ({
  token: env.INFERENCE_TOKEN,
  requestTimeout: env.REQUEST_TIMEOUT * SECOND,
});
