import { ApiError } from "../../errors.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import {
  eraseOcrResult,
  findOcrResult,
  ifOcrKept,
  type OcrResultRow,
} from "../../store/results/ocr-results.ts";
import { eraseAnswers, eraseAnswersAt } from "../../store/tenancy/idempotency.ts";
import { beginErasure, heldOf } from "../../store/verifications/media-objects.ts";
import { eraseEventsOf } from "../../store/webhooks/events.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";

/**
 * Erases what was read off a document, with its pictures, events and kept answers. Repeating it is allowed,
 * and deletes pictures that the store failed at the first time. 404 `not_found` for an id that this tenant
 * and mode never had.
 */
export async function deleteReading(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope } = ctx;
  const row = await findOcrResult(services.db, scope, id);
  if (row === undefined) throw new ApiError("not_found", "There is no such result.");
  const erases = heldOf(scope, id);
  if (row.deletedAt !== null) {
    await commit(ctx, { statements: [], erases });
    return;
  }
  const facts = { before: { status: "active" }, after: { status: "deleted" } };
  const entry = auditEntry(ctx, { action: "ocr.delete", target: id, ...facts });
  try {
    await commit(ctx, { statements: erasing(ctx, row), audit: [entry], erases });
  } catch (error) {
    // Another call was faster: it erases, and tells the audit log.
    if (!isUnmet(error)) throw error;
  }
}

function erasing({ services, scope, now }: ScopeContext, { id, verificationId }: OcrResultRow): Statement[] {
  const { db } = services;
  return [
    ifOcrKept(db, scope, id),
    eraseOcrResult(db, scope, id, now),
    beginErasure(db, heldOf(scope, id), now),
    ...Object.values(eraseEventsOf(db, scope, id, now)),
    eraseAnswers(db, scope, id),
    // One look at a document answers with both sides: its kept answer tells of the other one's result, too.
    ...(verificationId === null ? [] : [eraseAnswersAt(db, scope, documentPath(verificationId))]),
  ];
}

const documentPath = (verificationId: string) => `/v1/verifications/${verificationId}/document`;
