import { z } from "zod";
import type { MintedSession } from "../../operations/verifications/mint.ts";
import { findTenant } from "../../store/tenancy/tenants.ts";
import type { Call } from "./call.ts";

/** 32 bytes in base64url. */
const coordinate = z.string().regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, "must be 32 bytes in base64url");

/** The fields by which a device proves that it has its key, over one of our secrets. */
export const proofSchema = z.strictObject({
  public_key: z
    .strictObject({
      kty: z.literal("EC").describe("Key type."),
      crv: z.literal("P-256").describe("Curve."),
      x: coordinate.describe("First coordinate, 32 bytes in base64url."),
      y: coordinate.describe("Second coordinate, 32 bytes in base64url."),
    })
    .describe("The device's public key (RFC 7517). The private key stays on the device."),
  signed_at: z.int().min(0).describe("The device's time, in milliseconds since the epoch."),
  signature: z
    .string()
    .regex(/^[\w-]{86}$/, "must be 64 bytes in base64url")
    .describe(
      "ECDSA with SHA-256, r and s in base64url, over four lines joined by a line feed: `selfsame-capture-v1`, the service's origin, the SHA-256 of the link's secret or of the code in hexadecimal, and `signed_at`.",
    ),
});

export const PROOF_EXAMPLE = {
  public_key: {
    kty: "EC",
    crv: "P-256",
    x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  },
  signed_at: 1773480413589,
  signature: "x".repeat(86),
};

/** The body of a call that only proves the device's key. */
export const proofBody = { schema: proofSchema, example: PROOF_EXAMPLE };

/** The device proof as an operation takes it. */
export function proofOf({
  services,
  body,
}: Pick<Call<never, z.output<typeof proofSchema>>, "services" | "body">) {
  const { public_key: key, signed_at: signedAt, signature } = body;
  return { proof: { key, signedAt, signature }, origin: new URL(services.env.PUBLIC_URL).origin };
}

/** The longest life in seconds that the caller's tenant gives a session token. */
export async function longestToken({ services, principal }: Call): Promise<number> {
  const tenant = await findTenant(services.db, principal.scope.tenantId);
  return tenant!.maxTtlSeconds;
}

/** The answer of a call that gives a device its session token. */
export const sessionOfDevice = ({ verification, token }: MintedSession) => ({
  body: {
    session_token: token.token,
    expires_at: new Date(token.expiresAt).toISOString(),
    verification_id: verification.id,
  },
  subject: verification,
});
