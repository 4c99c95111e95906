import { isUnmet } from "../../store/batch.ts";
import {
  deleteRegistration as deleting,
  findRegistration,
  ifActive,
  isActive,
} from "../../store/gallery/face-templates.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { clearCopies } from "../erasure/clear-copies.ts";
import { enactTestReference } from "../test-reference.ts";
import { deletionEntry, registrationNotFound } from "./registration.ts";

/**
 * Deletes a customer's registration, and its template for good; may be repeated. Throws 404
 * `registration_not_found` for a customer that this tenant and mode never registered, so that a misspelt
 * reference is not taken for a deletion.
 */
export async function deleteRegistration(
  ctx: ScopeContext<"inference">,
  { customerRef }: { readonly customerRef: string },
): Promise<void> {
  const { services, scope, now } = ctx;
  const { db } = services;
  await enactTestReference(scope, customerRef);
  const row = await findRegistration(db, scope, customerRef);
  if (row === undefined) throw registrationNotFound();
  if (!isActive(row)) return;
  const guard = ifActive(db, scope, customerRef, row.registrationId);
  try {
    await commit(ctx, {
      statements: [guard, ...deleting(db, scope, customerRef, now)],
      audit: [deletionEntry(ctx, row, "deleted")],
    });
    await clearCopies(ctx, [row]);
  } catch (error) {
    // Another call was faster, and has deleted the registration with its own audit entry.
    if (!isUnmet(error)) throw error;
  }
}
