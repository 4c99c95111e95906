import { and, eq, gt } from "drizzle-orm";
import { handoffs, links, withdrawals } from "../../../drizzle/schema/capture.ts";
import { inScope } from "../../../drizzle/schema/columns.ts";
import type { Scope } from "../../core/scope.ts";
import { toHex } from "../../crypto/encoding.ts";
import { sha256 } from "../../crypto/hashing.ts";
import type { Database, Statement } from "../batch.ts";

/** The identity of a device: its key, for the secret of an address. */
interface Shown {
  /** SHA-256 of the link's secret or of the handoff's code. */
  readonly secretHash: Uint8Array;
  /** Thumbprint of the device's key. */
  readonly device: string;
}

/**
 * A device has a key of its own for each secret: without both, neither the row nor its owner can be found.
 */
const digestOf = ({ secretHash, device }: Shown) =>
  sha256(`selfsame-withdrawal-v1\n${toHex(secretHash)}\n${device}`);

/**
 * Keeps a receipt's number until `expiresAt` for the device that withdrew its consent. It is found by the
 * link or by the code that the device used, which is read before both are deleted.
 */
export async function rememberWithdrawal(
  db: Database,
  scope: Scope,
  { verificationId, device }: { readonly verificationId: string; readonly device: string },
  receipt: Pick<typeof withdrawals.$inferInsert, "receiptId" | "expiresAt">,
): Promise<Statement[]> {
  const [byLink, byCode] = await db.batch([
    db
      .select({ hash: links.hash })
      .from(links)
      .where(ofVerification(links, scope, verificationId)),
    db
      .select({ hash: handoffs.claimedHash })
      .from(handoffs)
      .where(and(ofVerification(handoffs, scope, verificationId), eq(handoffs.phone, device))),
  ]);
  const hashes = [...byLink, ...byCode].flatMap(({ hash }) => (hash === null ? [] : [hash]));
  const digests = await Promise.all(hashes.map((secretHash) => digestOf({ secretHash, device })));
  return digests.map((digest) => db.insert(withdrawals).values({ digest, ...receipt }));
}

const ofVerification = (table: typeof links | typeof handoffs, scope: Scope, verificationId: string) =>
  and(inScope(table, scope), eq(table.verificationId, verificationId));

/** The receipt's number that is kept for this device; undefined if there is none, or it has expired. */
export async function findWithdrawal(db: Database, shown: Shown, now: number): Promise<string | undefined> {
  const [row] = await db
    .select({ receiptId: withdrawals.receiptId })
    .from(withdrawals)
    .where(and(eq(withdrawals.digest, await digestOf(shown)), gt(withdrawals.expiresAt, now)));
  return row?.receiptId;
}
