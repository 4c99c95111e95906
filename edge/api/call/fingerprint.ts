import type { Principal } from "../../auth/principal.ts";
import { sha256 } from "../../crypto/sha256.ts";
import type { BodyPart } from "../../http/context.ts";

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
export async function fingerprint({ method, path, caller, parts }: FingerprintedCall): Promise<Uint8Array> {
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
