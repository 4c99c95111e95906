import { newLinkSecret } from "../../../auth/capture-link.ts";
import type { Scope } from "../../../scope.ts";
import type { Statement } from "../../../store/batch.ts";
import { deleteLinks, insertLink } from "../../../store/verifications/links.ts";
import type { Verification } from "../../../verification/types.ts";
import type { Services } from "../../commit/context.ts";

/** A link is good for so long at most: whoever finds an old message opens nothing. */
const LONGEST_MS = 24 * 60 * 60 * 1000;

/** A link as its maker gets it. The secret is shown this once. */
export interface NewLink {
  readonly secret: string;
  /** Milliseconds since the epoch: at the latest when the verification ends. */
  readonly expiresAt: number;
}

/** Makes a link of a verification, and the statements that void the earlier ones and keep its digest. */
export async function newLink(
  { db, serviceKey }: Services<"serviceKey">,
  scope: Scope,
  { id: verificationId, expiresAt: endsAt }: Verification,
  now: number,
): Promise<NewLink & { readonly statements: readonly Statement[] }> {
  const { secret, hash } = await newLinkSecret(serviceKey, scope.mode);
  const expiresAt = Math.min(now + LONGEST_MS, endsAt);
  const statements = [
    deleteLinks(db, scope, verificationId),
    insertLink(db, scope, { hash, verificationId, expiresAt }),
  ];
  return { secret, expiresAt, statements };
}
