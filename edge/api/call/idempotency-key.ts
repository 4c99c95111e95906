import type { Principal } from "../../auth/principal.ts";
import { ApiError } from "../../core/errors.ts";
import { sha256 } from "../../crypto/hashing.ts";
import type { BodyPart } from "../../http/context.ts";
import type { KeyedCall } from "../../store/tenancy/idempotency.ts";
import type { Call } from "./call.ts";

const HEADER = "Idempotency-Key";
const KEY = /^[\x20-\x7e]{1,255}$/;

/** The call with its Idempotency-Key; null without that header. */
export async function keyedCall({ c, principal }: Call): Promise<KeyedCall | null> {
  const key = c.req.header(HEADER);
  if (key === undefined) return null;
  if (!KEY.test(key)) {
    throw new ApiError("invalid_parameter", `${HEADER} must be 1 to 255 printable characters.`, {
      param: HEADER,
    });
  }
  const { bodyParts } = c.var;
  if (bodyParts === undefined) throw new Error("A route keeps keys for a body that it has not read.");
  const { method, url } = c.req;
  // The path as it was sent: a decoded path may hold characters that no text of the database holds, such as
  // NUL.
  const path = new URL(url).pathname;
  return {
    path,
    key,
    verificationId: principal.kind === "secret_key" ? null : principal.verificationId,
    fingerprint: await fingerprint({ method, path, caller: principal, parts: bodyParts }),
  };
}

/** The parts of a call that make two calls the same. */
interface FingerprintedCall {
  readonly method: string;
  readonly path: string;
  readonly caller: Principal;
  readonly parts: readonly BodyPart[];
}

/**
 * SHA-256 over method, path, caller and body. A form counts by its parts, whose order and boundary may differ
 * from try to try; JSON counts by its bytes. The caller is the tenant's server or one verification. The
 * server's answers hold scores, and a device's answers belong to its verification, so neither may replay the
 * other's.
 */
async function fingerprint({ method, path, caller, parts }: FingerprintedCall): Promise<Uint8Array> {
  const subject = caller.kind === "secret_key" ? "tenant" : caller.verificationId;
  const digests = await Promise.all(
    parts.map(async ({ kind, name, content }) => [name, kind, await sha256(content)] as const),
  );
  digests.sort(([a], [b]) => (a < b ? -1 : 1));
  const described = JSON.stringify([
    method,
    path,
    subject,
    digests.map(([name, kind, digest]) => [name, kind, Array.from(digest)]),
  ]);
  return sha256(described);
}
