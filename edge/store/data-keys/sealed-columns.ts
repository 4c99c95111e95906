import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { userSecondFactors } from "../../../drizzle/schema/dashboard.ts";
import { idempotencyKeys } from "../../../drizzle/schema/idempotency.ts";
import { mediaObjects } from "../../../drizzle/schema/media.ts";
import { faceTemplates, livenessResults, ocrResults } from "../../../drizzle/schema/results.ts";
import { reviewNotes } from "../../../drizzle/schema/verifications.ts";
import { webhookEndpoints } from "../../../drizzle/schema/webhooks.ts";
import type { Database, Statement } from "../batch.ts";

/** A column of sealed values. */
export interface SealedColumn<Fact extends string> {
  readonly table: SQLiteTable;
  readonly column: SQLiteColumn;
  /** The primary key, in whose order the rows are read. */
  readonly key: readonly SQLiteColumn[];
  /** What of the row a value is bound to, and whose it is. */
  readonly facts: Readonly<Record<Fact, SQLiteColumn>>;
}

/** The columns of the database that hold sealed values, each with what its values are bound to. */
export const SEALED_COLUMNS = {
  faceTemplate: {
    table: faceTemplates,
    column: faceTemplates.template,
    key: [faceTemplates.seq],
    facts: {
      tenantId: faceTemplates.tenantId,
      id: faceTemplates.registrationId,
      version: faceTemplates.templateVersion,
    },
  },
  portraitTemplate: {
    table: ocrResults,
    column: ocrResults.portraitTemplate,
    key: [ocrResults.id],
    facts: { tenantId: ocrResults.tenantId, id: ocrResults.id, version: ocrResults.templateVersion },
  },
  frameTemplate: {
    table: livenessResults,
    column: livenessResults.frameTemplate,
    key: [livenessResults.id],
    facts: {
      tenantId: livenessResults.tenantId,
      id: livenessResults.id,
      version: livenessResults.templateVersion,
    },
  },
  keptAnswer: {
    table: idempotencyKeys,
    column: idempotencyKeys.answer,
    key: [idempotencyKeys.tenantId, idempotencyKeys.mode, idempotencyKeys.path, idempotencyKeys.key],
    facts: {
      tenantId: idempotencyKeys.tenantId,
      mode: idempotencyKeys.mode,
      path: idempotencyKeys.path,
      key: idempotencyKeys.key,
    },
  },
  reviewNote: {
    table: reviewNotes,
    column: reviewNotes.note,
    key: [reviewNotes.verificationId],
    facts: { tenantId: reviewNotes.tenantId, id: reviewNotes.verificationId },
  },
  webhookSecret: {
    table: webhookEndpoints,
    column: webhookEndpoints.secret,
    key: [webhookEndpoints.id],
    facts: { tenantId: webhookEndpoints.tenantId, id: webhookEndpoints.id },
  },
  previousWebhookSecret: {
    table: webhookEndpoints,
    column: webhookEndpoints.previousSecret,
    key: [webhookEndpoints.id],
    facts: { tenantId: webhookEndpoints.tenantId, id: webhookEndpoints.id },
  },
  secondFactor: {
    table: userSecondFactors,
    column: userSecondFactors.secret,
    key: [userSecondFactors.id],
    facts: {},
  },
  backupCodes: {
    table: userSecondFactors,
    column: userSecondFactors.backupCodes,
    key: [userSecondFactors.id],
    facts: {},
  },
} satisfies Record<string, SealedColumn<string>>;

/** The place of a row in the order of its table's primary key. */
export type RowKey = readonly (string | number)[];

interface StaleRow<Fact extends string> {
  readonly key: RowKey;
  readonly facts: Readonly<Record<Fact, string>>;
  readonly content: string | Uint8Array;
}

interface SealedPage<Row> {
  /** Rows whose value another key than the given one sealed. */
  readonly stale: readonly Row[];
  /** Rows that were looked at. */
  readonly seen: number;
  /** The last row's key; null where no row follows. */
  readonly last: RowKey | null;
}

/**
 * The next `limit` rows after a key, in the order of the primary key: so no statement reads a whole table. Of
 * every tenant, since the keys are the deployment's. A value is stale unless it begins with `prefix`.
 */
export async function readSealed<Fact extends string>(
  db: Database,
  { table, column, key, facts }: SealedColumn<Fact>,
  { prefix, after, limit }: { prefix: string | Uint8Array; after: RowKey | null; limit: number },
): Promise<SealedPage<StaleRow<Fact>>> {
  const isCurrent = sql`substr(${column}, 1, ${prefix.length}) = ${prefix}`;
  const rows = await db
    .select({
      key: sql<string>`json_array(${sql.join([...key], sql`, `)})`,
      facts: sql<string>`json_object(${sql.join(pairs(facts), sql`, `)})`,
      content: sql<string | ArrayBuffer | null>`case when ${isCurrent} then null else ${column} end`,
    })
    .from(table)
    .where(after === null ? undefined : isAfter(key, after))
    .orderBy(...key)
    .limit(limit);
  const stale = rows.flatMap((row) =>
    row.content === null
      ? []
      : [
          {
            key: JSON.parse(row.key) as RowKey,
            facts: JSON.parse(row.facts) as Record<Fact, string>,
            content: typeof row.content === "string" ? row.content : new Uint8Array(row.content),
          },
        ],
  );
  const last = rows.length < limit ? undefined : rows.at(-1)?.key;
  return { stale, seen: rows.length, last: last === undefined ? null : (JSON.parse(last) as RowKey) };
}

/** Puts a value in the place of the one that was read, unless that one was changed meanwhile. */
export function replaceSealed<Fact extends string>(
  db: Database,
  { table, column, key }: SealedColumn<Fact>,
  row: StaleRow<Fact>,
  content: string | Uint8Array,
): Statement {
  const isRow = and(...key.map((part, i) => eq(part, row.key[i])));
  const name = sql.identifier(column.name);
  return db.run(sql`update ${table} set ${name} = ${content} where ${isRow} and ${column} = ${row.content}`);
}

/** Objects are named by rows, which say what sealed them. The stale ones among the next rows after an id. */
export async function readSealedObjects(
  db: Database,
  { keyId, after, limit }: { keyId: string; after: RowKey | null; limit: number },
) {
  const { id, tenantId, kind, objectKey, state, sealedBy } = mediaObjects;
  const rows = await db
    .select({ id, tenantId, kind, objectKey, state, sealedBy })
    .from(mediaObjects)
    .where(after === null ? undefined : isAfter([id], after))
    .orderBy(id)
    .limit(limit);
  const stale = rows.filter(
    (row) => row.sealedBy !== keyId && (row.state === "kept" || row.state === "pending"),
  );
  const last = rows.length < limit ? undefined : rows.at(-1)?.id;
  return { stale, seen: rows.length, last: last === undefined ? null : [last] };
}

/** Notes which key sealed an object, in every row that names it. */
export const noteSealedBy = (db: Database, objectKey: string, keyId: string): Statement =>
  db.update(mediaObjects).set({ sealedBy: keyId }).where(eq(mediaObjects.objectKey, objectKey));

const isAfter = (key: readonly SQLiteColumn[], after: RowKey): SQL =>
  sql`(${sql.join([...key], sql`, `)}) > (${sql.join(
    after.map((part) => sql`${part}`),
    sql`, `,
  )})`;

const pairs = (facts: Readonly<Record<string, SQLiteColumn>>): SQL[] =>
  Object.entries(facts).flatMap(([name, column]) => [sql`${name}`, sql`${column}`]);
