import { and, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { listItems } from "../../../drizzle/schema/lists.ts";
import { faceTemplates } from "../../../drizzle/schema/results.ts";
import type { ListName } from "../../../vocabulary/own-checks.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, isDuplicate, type Statement } from "../batch.ts";

export type ListItem = typeof listItems.$inferSelect;

const onList = (scope: Scope, list: ListName) => and(inScope(listItems, scope), eq(listItems.list, list));

/** Adds an item. `isTwice` recognises the error if the document or face is on the list. */
export const insertItem = (db: Database, item: ListItem): Statement => db.insert(listItems).values(item);

/** Whether two calls added one document or face at the same moment. */
export const isTwice = (error: unknown): boolean => isDuplicate(error, "list_items");

/** Changes an item's reason and end. */
export const updateItem = (
  db: Database,
  scope: Scope,
  { list, id, reason, expiresAt }: ListItem,
): Statement =>
  db
    .update(listItems)
    .set({ reason, expiresAt })
    .where(and(onList(scope, list), eq(listItems.id, id)));

/** The item of a document or a face on a list. */
export async function findItemByTerm(
  db: Database,
  scope: Scope,
  list: ListName,
  term: Uint8Array,
): Promise<ListItem | undefined> {
  const [row] = await db
    .select()
    .from(listItems)
    .where(and(inScope(listItems, scope), eq(listItems.term, term), eq(listItems.list, list)));
  return row;
}

export async function findItem(
  db: Database,
  scope: Scope,
  list: ListName,
  id: string,
): Promise<ListItem | undefined> {
  const [row] = await db
    .select()
    .from(listItems)
    .where(and(onList(scope, list), eq(listItems.id, id)));
  return row;
}

/** Newest first, only items older than the `before` id. An item whose time is over is there until a sweep. */
export const listItemsOf = (
  db: Database,
  scope: Scope,
  list: ListName,
  { limit, before }: { readonly limit: number; readonly before: string | null },
): Promise<ListItem[]> =>
  db
    .select()
    .from(listItems)
    .where(and(onList(scope, list), before === null ? undefined : lt(listItems.id, before)))
    .orderBy(desc(listItems.id))
    .limit(limit);

export const deleteItem = (db: Database, scope: Scope, list: ListName, id: string): Statement =>
  db.delete(listItems).where(and(onList(scope, list), eq(listItems.id, id)));

/** Deletes the items of an end user's registrations, which end with them; runs before these are erased. */
export const deleteItemsOfFaces = (db: Database, scope: Scope, customerRef: string): Statement =>
  db.delete(listItems).where(
    and(
      inScope(listItems, scope),
      isNotNull(listItems.registrationId),
      sql`${listItems.registrationId} in ${db
        .select({ id: faceTemplates.registrationId })
        .from(faceTemplates)
        .where(and(inScope(faceTemplates, scope), eq(faceTemplates.customerRef, customerRef)))}` as SQL,
    ),
  );
