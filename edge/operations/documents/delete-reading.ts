import { ApiError } from "../../errors.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import {
  eraseOcrResult,
  findOcrResult,
  ifOcrKept,
  type OcrResultRow,
} from "../../store/results/ocr-results.ts";
import { eraseAnswers, eraseAnswersAt } from "../../store/tenancy/idempotency.ts";
import { beginErasure, erasableOf } from "../../store/verifications/media-objects.ts";
import { eraseEventsOf } from "../../store/webhooks/events.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { clearCopies } from "../erasure/parts/clear-copies.ts";

/**
 * Erases a document's reading, with its pictures, events and kept answers. May be repeated, and then deletes
 * pictures that the store failed to delete before. Throws 404 `not_found` for an id that this tenant and mode
 * never had.
 */
export async function deleteReading(
  ctx: ScopeContext<"inference">,
  { id }: { readonly id: string },
): Promise<void> {
  const { services, scope } = ctx;
  const row = await findOcrResult(services.db, scope, id);
  if (row === undefined) throw new ApiError("not_found", "There is no such result.");
  const erases = erasableOf(scope, id);
  if (row.deletedAt !== null) {
    await commit(ctx, { statements: [], erases });
    return;
  }
  const facts = { before: { status: "active" }, after: { status: "deleted" } };
  const entry = auditEntry(ctx, { action: "ocr.delete", target: id, ...facts });
  try {
    await commit(ctx, { statements: erasing(ctx, row), audit: [entry], erases });
    await clearCopies(ctx, []);
  } catch (error) {
    // Another call was faster, and has erased the reading with its own audit entry.
    if (!isUnmet(error)) throw error;
  }
}

function erasing({ services, scope, now }: ScopeContext, { id, verificationId }: OcrResultRow): Statement[] {
  const { db } = services;
  return [
    ifOcrKept(db, scope, id),
    eraseOcrResult(db, scope, id, now),
    beginErasure(db, erasableOf(scope, id), now),
    ...Object.values(eraseEventsOf(db, scope, id, now)),
    eraseAnswers(db, scope, id),
    // An examination answers with both sides: its kept answer also holds the other side's result.
    ...(verificationId === null ? [] : [eraseAnswersAt(db, scope, documentPath(verificationId))]),
  ];
}

const documentPath = (verificationId: string) => `/v1/verifications/${verificationId}/document`;
