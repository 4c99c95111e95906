import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { ocrResults } from "../../../drizzle/schema/results.ts";
import { searchTerms } from "../../../drizzle/schema/search.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";

/** One term of an OCR result within a verification, as its HMAC. */
interface NewTerm {
  readonly term: Uint8Array;
  readonly verificationId: string;
  readonly resultId: string;
}

/** At least one row. */
export function insertTerms(
  db: Database,
  { tenantId, mode }: Scope,
  rows: readonly [NewTerm, ...NewTerm[]],
): Statement {
  return db.insert(searchTerms).values(rows.map((row) => ({ ...row, tenantId, mode })));
}

/** Deletes the terms of the selected OCR results; runs before these are erased. */
export const deleteTerms = (db: Database, scope: Scope, which: SQL): Statement =>
  db
    .delete(searchTerms)
    .where(
      and(
        inScopeOnly(scope),
        inArray(searchTerms.resultId, db.select({ id: ocrResults.id }).from(ocrResults).where(which)),
      ),
    );

/** Deletes the terms of one result; those of another kind have none. */
export const deleteTermsOf = (db: Database, scope: Scope, resultId: string): Statement =>
  db.delete(searchTerms).where(and(inScopeOnly(scope), eq(searchTerms.resultId, resultId)));

/** The unary `+` makes SQLite use the index of the result: another one has all of the tenant's terms. */
const inScopeOnly = ({ tenantId, mode }: Scope) =>
  sql`+${searchTerms.tenantId} = ${tenantId} and +${searchTerms.mode} = ${mode}`;

/** Words that a document has, each with the terms of its spellings: at least one word and one term. */
export type WantedTerms = readonly (readonly Uint8Array[])[];

/** Ids of the verifications that have one of each word's terms. */
export function idsWithTerms({ tenantId, mode }: Scope, words: WantedTerms): SQL {
  const { term, verificationId } = searchTerms;
  const ofWords = words.map(
    (terms) =>
      sql`select ${verificationId} from ${searchTerms} where ${searchTerms.tenantId} = ${tenantId} and ${searchTerms.mode} = ${mode} and ${inArray(term, terms as Uint8Array[])}`,
  );
  return sql.join(ofWords, sql` intersect `);
}
