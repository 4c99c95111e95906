import { and, eq } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { reviewNotes } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";

type NoteRow = typeof reviewNotes.$inferSelect;
export type NewNote = Omit<typeof reviewNotes.$inferInsert, keyof Scope>;

export function insertNote(db: Database, scope: Scope, row: NewNote): Statement {
  return db.insert(reviewNotes).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

export async function findNote(
  db: Database,
  scope: Scope,
  verificationId: string,
): Promise<NoteRow | undefined> {
  const [row] = await db
    .select()
    .from(reviewNotes)
    .where(and(inScope(reviewNotes, scope), eq(reviewNotes.verificationId, verificationId)));
  return row;
}
