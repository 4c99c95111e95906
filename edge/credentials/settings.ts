import { z } from "zod";
import { fromBase64 } from "../crypto/encoding.ts";
import { jsonOf } from "../platform/variables.ts";
import type { Reader } from "./requests/reader.ts";

const reader = z
  .object({
    jwk: z.object({
      kty: z.literal("EC"),
      crv: z.literal("P-256"),
      x: z.string().min(1),
      y: z.string().min(1),
      d: z.string().min(1),
    }),
    x5c: z.array(z.base64()).min(1).max(4),
  })
  .transform(({ jwk, x5c }): Reader => ({ key: jwk, chain: x5c.map(fromBase64) }));

export const credentialVariables = {
  /**
   * The key and certificates that sign requests to wallets, as a registrar of readers issued them: JSON with
   * `jwk`, a private P-256 key, and `x5c`, certificates in base64, the reader's first and without the root.
   */
  WALLET_READER: jsonOf(
    reader,
    "JSON with jwk (a private P-256 key: kty EC, crv P-256, x, y, d) and x5c (1 to 4 certificates in base64)",
  ).optional(),
  /** `fetch`: the service fetches the status lists that credentials name, by the network of webhooks. */
  STATUS_LISTS: z.enum(["off", "fetch"]).default("off"),
};
