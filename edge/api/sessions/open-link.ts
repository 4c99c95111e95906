import { z } from "zod";
import { requireLink } from "../../auth/scopes.ts";
import type { JsonContext } from "../../http/parameters/validation.ts";
import { openLink as opening } from "../../operations/verifications/open-link.ts";
import { findTenant } from "../../store/tenancy/tenants.ts";
import { recorded } from "../call/recorded.ts";

/** 32 bytes in base64url. */
const coordinate = z.string().regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, "must be 32 bytes in base64url");

export const openLinkSchema = z.strictObject({
  public_key: z
    .strictObject({ kty: z.literal("EC"), crv: z.literal("P-256"), x: coordinate, y: coordinate })
    .describe("The device's public key (RFC 7517); the private one does not leave the device."),
  signed_at: z.int().min(0).describe("By the device's clock, in milliseconds since the epoch."),
  signature: z
    .string()
    .regex(/^[\w-]{86}$/, "must be 64 bytes in base64url")
    .describe(
      "ECDSA with SHA-256, r and s in base64url, over four lines joined by a line feed: `selfsame-capture-v1`, the service's origin, the SHA-256 of the link's secret in hexadecimal, and `signed_at`.",
    ),
  take_over: z
    .boolean()
    .default(false)
    .describe("Goes on here although another device opened the link, while nothing was captured."),
});

/** POST /v1/capture/sessions: opens a link on a device, or again there; answers a token of the device. */
export const openLink = recorded(opening, {
  input: async (c: JsonContext<typeof openLinkSchema>) => {
    const { public_key: key, signed_at: signedAt, signature, take_over } = c.req.valid("json");
    const link = requireLink(c.var.principal);
    const { db, env } = c.var.services;
    const tenant = await findTenant(db, link.scope.tenantId);
    return {
      link,
      proof: { key, signedAt, signature },
      origin: new URL(env.PUBLIC_URL).origin,
      takesOver: take_over,
      maxTtlSeconds: tenant!.maxTtlSeconds,
    };
  },
  answer: ({ verification, token }) => ({
    status: 201,
    body: {
      session_token: token.token,
      expires_at: new Date(token.expiresAt).toISOString(),
      verification_id: verification.id,
    },
    subject: verification,
  }),
});
