import { openReceiptSigner } from "../../../edge/auth/receipt.ts";
import type { Scope } from "../../../edge/core/scope.ts";
import { sha256Hex } from "../../../edge/crypto/hashing.ts";
import type { Media } from "../../../edge/media/media.ts";
import { operatorContext } from "../../../edge/operations/commit/context.ts";
import { eraseCustomer } from "../../../edge/operations/erasure/erase-customer.ts";
import type { ChainedEntry } from "../../../edge/store/audit/chain.ts";
import type { Database as Client } from "../../../edge/store/batch.ts";
import { column, readingOnly } from "./database-file.ts";

/** An erasure in an audit log, which names a person by the SHA-256 of the reference. */
export interface Erasure extends Scope {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly customerRefSha256: string;
}

const DIGEST = /^[0-9a-f]{64}$/;

/** An entry of an audit log as an erasure; null for every other entry. */
export function erasureOf(
  entry: Pick<ChainedEntry, "tenantId" | "mode" | "at" | "action" | "after">,
): Erasure | null {
  if (entry.action !== "customer.erase") return null;
  const digest: unknown = JSON.parse(entry.after ?? "{}").customer_ref_sha256;
  if (typeof digest !== "string" || !DIGEST.test(digest)) return null;
  const { tenantId, at } = entry;
  return { tenantId, at, mode: entry.mode === "live" ? "live" : "test", customerRefSha256: digest };
}

/** The erasures in the audit logs of a database file. */
export const erasuresIn = (file: string): Erasure[] =>
  readingOnly(file, (database) => {
    const rows = database
      .prepare('select tenant_id as "tenantId", mode, at, action, after from audit_entries where action = ?')
      .all(["customer.erase"]) as Parameters<typeof erasureOf>[0][];
    return rows.map(erasureOf).filter((each) => each !== null);
  });

interface Restored {
  readonly db: Client;
  readonly media: Media;
  /** The database's own file. */
  readonly file: string;
  /** `RECEIPT_SIGNING_JWK`: each erasure signs a receipt. */
  readonly receiptKey: string;
}

/** Erases these people again, with their images. Returns how many of them were there. */
export async function eraseAgain(
  { db, media, file, receiptKey }: Restored,
  erasures: readonly Erasure[],
): Promise<number> {
  if (erasures.length === 0) return 0;
  const receipts = await openReceiptSigner({
    RECEIPT_SIGNING_JWK: JSON.parse(receiptKey),
    RECEIPT_VERIFY_JWKS: undefined,
  });
  const wanted = new Set(erasures.map(nameOf));
  // No inference service has read the backup, so there is nothing to forget.
  const inference = { forget: async () => ({ onGalleryServer: false }) };
  let erased = 0;
  for (const { customerRef, ...scope } of customersIn(file)) {
    if (!wanted.has(nameOf({ ...scope, customerRefSha256: await sha256Hex(customerRef) }))) continue;
    const ctx = { ...operatorContext({ db, media, receipts, inference }, Date.now()), scope };
    await eraseCustomer(ctx, { customerRef });
    erased++;
  }
  return erased;
}

const nameOf = ({ tenantId, mode, customerRefSha256 }: Omit<Erasure, "at">) =>
  `${tenantId} ${mode} ${customerRefSha256}`;

/** The `customer_ref` of every row. The schema lists the tables, so that a new one is not forgotten. */
const customersIn = (file: string): (Scope & { readonly customerRef: string })[] =>
  readingOnly(file, (database) => {
    const tables = column(
      database,
      "select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'customer_ref' where m.type = 'table'",
    );
    const columns = 'tenant_id as "tenantId", mode, customer_ref as "customerRef"';
    const selects = tables.map((name) => `select ${columns} from "${name}" where customer_ref <> ''`);
    return database.prepare(selects.join(" union ")).all([]) as (Scope & { customerRef: string })[];
  });
