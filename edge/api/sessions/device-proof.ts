import { z } from "zod";
import type { AppContext } from "../../http/context.ts";
import type { DeviceSession } from "../../operations/verifications/parts/mint.ts";
import { findTenant } from "../../store/tenancy/tenants.ts";

/** 32 bytes in base64url. */
const coordinate = z.string().regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, "must be 32 bytes in base64url");

/** The fields by which a device proves its key for a secret of ours. */
export const deviceProof = {
  public_key: z
    .strictObject({ kty: z.literal("EC"), crv: z.literal("P-256"), x: coordinate, y: coordinate })
    .describe("The device's public key (RFC 7517); the private one does not leave the device."),
  signed_at: z.int().min(0).describe("By the device's clock, in milliseconds since the epoch."),
  signature: z
    .string()
    .regex(/^[\w-]{86}$/, "must be 64 bytes in base64url")
    .describe(
      "ECDSA with SHA-256, r and s in base64url, over four lines joined by a line feed: `selfsame-capture-v1`, the service's origin, the SHA-256 of the link's secret or of the code in hexadecimal, and `signed_at`.",
    ),
};

const proofSchema = z.object(deviceProof);

/** What an operation takes of a device's proof. */
export const proofOf = (
  { var: { services } }: AppContext,
  { public_key: key, signed_at: signedAt, signature }: z.output<typeof proofSchema>,
) => ({ proof: { key, signedAt, signature }, origin: new URL(services.env.PUBLIC_URL).origin });

/** The longest life in seconds that the caller's tenant gives a session token. */
export async function longestToken({ var: { services, principal } }: AppContext): Promise<number> {
  const tenant = await findTenant(services.db, principal.scope.tenantId);
  return tenant!.maxTtlSeconds;
}

export const renderSession = ({ verification, token }: DeviceSession) => ({
  status: 201 as const,
  body: {
    session_token: token.token,
    expires_at: new Date(token.expiresAt).toISOString(),
    verification_id: verification.id,
  },
  subject: verification,
});
