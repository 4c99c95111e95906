import { and, asc, desc, eq, gt, like, lt } from "drizzle-orm";
import { auditEntries, auditHeads } from "../../../drizzle/schema/audit.ts";
import { ApiError } from "../../errors.ts";
import { commit, type Database, isDuplicate, type Statement } from "../batch.ts";
import {
  type AuditEntry,
  type ChainedEntry,
  type ChainHead,
  type ChainVerdict,
  chain,
  checkEnd,
  checkLinks,
  EMPTY_CHAIN,
} from "./chain.ts";

/** Each collision means that another writer succeeded, so this many in a row mean heavy contention. */
const MAX_TRIES = 40;

/** Entries per page of a read. */
const PAGE = 500;

/**
 * Runs the statements and appends their audit entries to the tenant's chain, in one transaction: neither
 * exists without the other. Returns the statements' results, without the entries'.
 *
 * SQLite has no SHA-256, and a batch cannot compute between its statements, so the head is read first. When
 * another writer takes the next number meanwhile, the whole batch is rolled back, chained again and retried.
 * The statements may therefore be sent more than once, and take effect once.
 */
export async function commitAudited(
  db: Database,
  entries: readonly AuditEntry[],
  statements: readonly Statement[],
): Promise<unknown[]> {
  const tenantId = entries[0]?.tenantId;
  if (tenantId === undefined) return commit(db, statements);
  if (entries.some((entry) => entry.tenantId !== tenantId)) throw new Error("entries of two tenants' chains");
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const append = appendStatements(db, await chain(entries, await readHead(db, tenantId)));
    try {
      return (await commit(db, [...append, ...statements])).slice(append.length);
    } catch (error) {
      if (!isDuplicate(error, "audit_entries")) throw error;
    }
  }
  throw new ApiError("service_unavailable", "Too many changes are being made at once.", { retryAfter: 1 });
}

function appendStatements(db: Database, links: readonly ChainedEntry[]): Statement[] {
  const { tenantId, n, hash } = links.at(-1)!;
  return [
    db.insert(auditEntries).values([...links]),
    db
      .insert(auditHeads)
      .values({ tenantId, n, hash })
      .onConflictDoUpdate({ target: auditHeads.tenantId, set: { n, hash } }),
  ];
}

// The head is a row of its own, not the newest entry: after the loss of the newest entry, the next one must
// not reuse its number and hide the loss.
async function readHead(db: Database, tenantId: string): Promise<ChainHead> {
  const [head] = await selectHead(db, tenantId);
  return head ?? EMPTY_CHAIN;
}

const selectHead = (db: Database, tenantId: string) =>
  db
    .select({ n: auditHeads.n, hash: auditHeads.hash })
    .from(auditHeads)
    .where(eq(auditHeads.tenantId, tenantId));

/** Checks a tenant's whole chain; `noted` is a head that was noted earlier, or null. */
export async function verifyAudit(
  db: Database,
  tenantId: string,
  noted: ChainHead | null,
): Promise<ChainVerdict> {
  let head = EMPTY_CHAIN;
  for await (const { entries, end } of readChain(db, tenantId)) {
    const verdict = await checkLinks(entries, head, noted);
    if (verdict.fault !== null) return verdict;
    head = verdict.head;
    if (end !== null) return checkEnd(head, end, noted);
  }
  throw new Error("a chain's last page has its end");
}

/**
 * A tenant's whole chain, oldest first, page by page. The last page has `end`, the head at the time of that
 * read.
 */
export async function* readChain(
  db: Database,
  tenantId: string,
): AsyncGenerator<{ entries: ChainedEntry[]; end: ChainHead | null }> {
  for (let after = Number.MIN_SAFE_INTEGER, isLast = false; !isLast; ) {
    const [entries, heads] = await db.batch([
      db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.tenantId, tenantId), gt(auditEntries.n, after)))
        .orderBy(asc(auditEntries.n))
        .limit(PAGE),
      selectHead(db, tenantId),
    ]);
    isLast = entries.length < PAGE;
    after = entries.at(-1)?.n ?? after;
    yield { entries, end: isLast ? (heads[0] ?? EMPTY_CHAIN) : null };
  }
}

/** The filter of a list of entries. An undefined property filters nothing. */
interface AuditFilter {
  /** Prefix of the action, such as `webhook.`. */
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
}

/** Newest first; only entries older than entry `before`. */
export async function listAudit(
  db: Database,
  tenantId: string,
  page: { limit: number; before: number | null },
  { action, actor, target }: AuditFilter = {},
): Promise<ChainedEntry[]> {
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        page.before === null ? undefined : lt(auditEntries.n, page.before),
        action === undefined ? undefined : like(auditEntries.action, `${action}%`),
        actor === undefined ? undefined : eq(auditEntries.actor, actor),
        target === undefined ? undefined : eq(auditEntries.target, target),
      ),
    )
    .orderBy(desc(auditEntries.n))
    .limit(page.limit);
}
