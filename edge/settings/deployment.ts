import { z } from "zod";
import { base64Bytes, httpUrl } from "./variables.ts";

/** The settings of the deployment as a whole. Every other setting belongs to the part that reads it. */
export const deploymentVariables = {
  /**
   * Whether this is a developer's machine: only there settings for tests are accepted, and mail goes to the
   * console.
   */
  LOCAL_STACK: z.stringbool().default(false),
  /** The service's URL for callers and browsers. */
  PUBLIC_URL: httpUrl,
  /** The key from which every key for data at rest is derived: 32 bytes in base64. */
  DATA_KEY: base64Bytes(32),
  /**
   * The header in which the host, or the proxy before it, sends a client's address: see
   * `http/caller/client-address.ts`.
   */
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
};

const schema = z.object(deploymentVariables);
export type DeploymentSettings = z.output<typeof schema>;
