import { and, asc, desc, eq, getTableColumns, gt, inArray, like, lt, sql } from "drizzle-orm";
import { auditEntries, auditHeads } from "../../../drizzle/schema/audit.ts";
import { ApiError } from "../../core/errors.ts";
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

/** The result of a check of some of a chain's entries. */
interface ChainCheck extends ChainVerdict {
  /** Whether the chain's end was reached; else the next check continues from `head`. */
  readonly isEnd: boolean;
}

/**
 * Checks a tenant's chain from a head that was checked before, up to its end or for about `most` entries.
 * `noted` is a head that was recorded earlier, or null.
 */
export async function verifyAudit(
  db: Database,
  tenantId: string,
  noted: ChainHead | null,
  { from = EMPTY_CHAIN, most = Number.POSITIVE_INFINITY }: { from?: ChainHead; most?: number } = {},
): Promise<ChainCheck> {
  let head = from;
  for await (const { entries, end } of readChain(db, tenantId, from)) {
    const verdict = await checkLinks(entries, head, noted);
    if (verdict.fault !== null) return { ...verdict, isEnd: false };
    head = verdict.head;
    if (end !== null) return { ...checkEnd(head, end, noted), isEnd: true };
    if (head.n - from.n >= most) return { ...verdict, isEnd: false };
  }
  throw new Error("a chain's last page has its end");
}

/**
 * A tenant's chain, oldest first, page by page, from its first entry or after a head. The last page has
 * `end`, the head at the time of that read.
 */
export async function* readChain(
  db: Database,
  tenantId: string,
  from: ChainHead = EMPTY_CHAIN,
): AsyncGenerator<{ entries: ChainedEntry[]; end: ChainHead | null }> {
  // An entry with a number below 1 is read as well, so that it is reported as a fault.
  let after = from.n === 0 ? Number.MIN_SAFE_INTEGER : from.n;
  for (let isLast = false; !isLast; ) {
    const [entries, heads] = await db.batch([
      db
        .select(LINK)
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

/** The columns of an entry that are written, without those derived from them. */
const { noun: _, ...LINK } = getTableColumns(auditEntries);

/** The filter of a list of entries. An undefined property filters nothing. */
interface AuditFilter {
  /** Prefix of the action, such as `webhook.`. */
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
}

/** A second filter searches at most this many of the entries that the first one finds. */
const MOST_FILTERED = 5_000;

/**
 * Newest first; only entries older than entry `before`. An index finds the entries of a target, of an actor
 * or of a noun in their order. Any further filter searches the newest 5,000 of these.
 */
export async function listAudit(
  db: Database,
  tenantId: string,
  page: { limit: number; before: number | null },
  filter: AuditFilter = {},
): Promise<ChainedEntry[]> {
  const { target, actor, action } = filter;
  const { n, tenantId: ofTenant } = auditEntries;
  const noun = action?.slice(0, action.indexOf(".") + 1) || undefined;
  const equal = [
    [auditEntries.target, target],
    [auditEntries.actor, actor],
    [auditEntries.noun, noun],
  ] as const;
  const [first, ...others] = equal.filter(([, value]) => value !== undefined);
  const older = page.before === null ? undefined : lt(n, page.before);
  const found = and(eq(ofTenant, tenantId), older, first && sql`${first[0]} = ${first[1]}`);
  const select = () => db.select(LINK).from(auditEntries);
  const isWhole = others.length === 0 && action === noun;
  if (isWhole) return select().where(found).orderBy(desc(n)).limit(page.limit);
  const among = db.select({ n }).from(auditEntries).where(found).orderBy(desc(n)).limit(MOST_FILTERED);
  // The unary `+` keeps SQLite from using an index of the other filters, which would scan without a bound.
  const rest = others.map(([column, value]) => sql`+${column} = ${value}`);
  return select()
    .where(
      and(eq(ofTenant, tenantId), inArray(n, among), ...rest, like(auditEntries.action, `${action ?? ""}%`)),
    )
    .orderBy(desc(n))
    .limit(page.limit);
}
