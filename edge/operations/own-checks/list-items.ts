import type { ListName } from "../../../vocabulary/own-checks.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { unknownId } from "../../core/unknown-id.ts";
import { isActiveRegistration } from "../../store/results/face-templates.ts";
import {
  deleteItem,
  findItem,
  findItemByTerm,
  insertItem,
  isTwice,
  type ListItem,
  updateItem,
} from "../../store/tenancy/list-items.ts";
import { type CallContext, commit, commitResult, type Write } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { documentTerms, faceTerm } from "../known-terms.ts";

/** A document or a face that goes on a list. */
type Listed =
  | { readonly kind: "document"; readonly issuingCountry: string; readonly documentNumber: string }
  | { readonly kind: "face"; readonly registrationId: string };

interface NewItem {
  readonly list: ListName;
  readonly of: Listed;
  readonly reason: string | null;
  /** Milliseconds since the epoch; null for no end. */
  readonly expiresAt: number | null;
}

type ListContext = ScopeContext<"serviceKey">;

/** Adds an item to a list by a call of the API: see `addItem`. */
export async function addItemByCall(
  ctx: CallContext<ListItem, "serviceKey">,
  item: NewItem,
): Promise<Answer> {
  const { write, row } = await adding(ctx, item);
  return commitResult(ctx, write, row).catch(unlessTwice);
}

/**
 * Adds a document or a face to a list of this tenant and mode. Adding it again changes its reason and end,
 * and keeps its id. Neither the row nor the audit entry has the number. Throws 400 `invalid_parameter` for a
 * number without letters and digits, for a face on the allow list and for an end that has passed, and 404
 * `not_found` for a registration that is not active.
 */
export async function addItem(ctx: ListContext, item: NewItem): Promise<ListItem> {
  const { write, row } = await adding(ctx, item);
  await commit(ctx, write).catch(unlessTwice);
  return row;
}

async function adding(ctx: ListContext, item: NewItem): Promise<{ write: Write; row: ListItem }> {
  const { services, scope, now } = ctx;
  const { list, of, reason, expiresAt } = item;
  if (expiresAt !== null && expiresAt <= now)
    throw rejected("expires_at", "expires_at must be in the future.");
  const term = await termOf(ctx, list, of);
  const before = await findItemByTerm(services.db, scope, list, term);
  const row: ListItem = {
    ...{ ...scope, id: before?.id ?? newId("listItem", now), list, kind: of.kind, term, reason, expiresAt },
    issuingCountry: of.kind === "document" ? of.issuingCountry : null,
    registrationId: of.kind === "face" ? of.registrationId : null,
    createdAt: before?.createdAt ?? now,
  };
  const audit = auditEntry(ctx, {
    action: before === undefined ? "list.add" : "list.change",
    target: row.id,
    after: { list, kind: of.kind },
  });
  const put = before === undefined ? insertItem(services.db, row) : updateItem(services.db, scope, row);
  return { write: { statements: [put], audit: [audit] }, row };
}

/** The slower of two calls that add one item tries again, and changes the faster one's. */
function unlessTwice(error: unknown): never {
  if (!isTwice(error)) throw error;
  throw new ApiError("service_unavailable", "The item is being added in another call.", { retryAfter: 1 });
}

async function termOf({ services, scope }: ListContext, list: ListName, of: Listed): Promise<Uint8Array> {
  if (of.kind === "document") {
    const [term] = await documentTerms(services, scope, of.issuingCountry, [of.documentNumber]);
    if (term === undefined) throw rejected("document_number", "document_number must have letters or digits.");
    return term;
  }
  if (list === "allow")
    throw rejected("kind", "kind must be document on the list allow. A face can be on the list block only.");
  if (!(await isActiveRegistration(services.db, scope, of.registrationId)))
    throw unknownId("registration", of.registrationId, scope.mode);
  return faceTerm(services, scope, of.registrationId);
}

const rejected = (param: string, message: string) => new ApiError("invalid_parameter", message, { param });

/** Deletes an item. Throws 404 `not_found` for an item that the list does not have. */
export async function removeItem(
  ctx: ScopeContext,
  { list, id }: { readonly list: ListName; readonly id: string },
): Promise<void> {
  const { services, scope } = ctx;
  const found = await findItem(services.db, scope, list, id);
  if (found === undefined) throw unknownId("listItem", id, scope.mode);
  const audit = auditEntry(ctx, { action: "list.remove", target: id, before: { list, kind: found.kind } });
  await commit(ctx, { statements: [deleteItem(services.db, scope, list, id)], audit: [audit] });
}
