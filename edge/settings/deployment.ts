import { z } from "zod";
import { base64Bytes, httpUrl } from "./variables.ts";

/**
 * The settings that belong to the deployment as a whole. Every other setting belongs to the part that reads
 * it.
 */
export const deploymentVariables = {
  /**
   * Whether this is somebody's own machine: only there settings for tests are taken, and mail goes to the
   * console.
   */
  LOCAL_STACK: z.stringbool().default(false),
  /** Where callers and browsers reach the service. */
  PUBLIC_URL: httpUrl,
  /** Root of every key that seals data at rest: 32 bytes in base64. */
  DATA_KEY: base64Bytes(32),
  /**
   * The header in which the host, or the proxy before it, tells a client's address: see
   * `http/client-address.ts`.
   */
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
};

const schema = z.object(deploymentVariables);
export type DeploymentSettings = z.output<typeof schema>;
