import type { ResultKind } from "../../../vocabulary/enumerations.ts";
import type { ApiError } from "../../core/errors.ts";
import type { Mode } from "../../core/scope.ts";
import { unknownId } from "../../core/unknown-id.ts";
import { listAudit } from "../../store/audit/audit.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import {
  eraseResult,
  findKeptResult,
  findResults,
  ifResultKept,
  kindOf,
} from "../../store/results/results.ts";
import { deleteTermsOf } from "../../store/results/search-terms.ts";
import { eraseAnswers, eraseAnswersAt } from "../../store/tenancy/idempotency.ts";
import { deleteMeasurementsOf } from "../../store/verifications/measurements.ts";
import { beginErasure, erasableOf } from "../../store/verifications/media-objects.ts";
import { eraseEventsOf } from "../../store/webhooks/events.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";
import { clearCopies } from "./receipt.ts";

/** 404 `not_found` for a result that this tenant and mode does not have. */
export const unknownResult = (kind: ResultKind, id: string, mode: Mode): ApiError =>
  unknownId(kind === "face" ? "faceMatch" : kind, id, mode);

interface NamedResult {
  readonly kind: ResultKind;
  readonly id: string;
}

/**
 * Erases a result, with its images, events and kept answers. May be repeated, and then deletes images that
 * the store failed to delete before. Throws 404 `not_found` for an id of another kind, or one that this
 * tenant and mode never had.
 */
export async function deleteResult(ctx: ScopeContext<"inference">, { kind, id }: NamedResult): Promise<void> {
  const { services, scope } = ctx;
  if (kindOf(id) !== kind) throw unknownResult(kind, id, scope.mode);
  const erases = erasableOf(scope, id);
  const kept = await findKeptResult(services.db, scope, kind, id);
  if (kept === undefined) {
    if (!(await wasErased(ctx, { kind, id }))) throw unknownResult(kind, id, scope.mode);
    await commit(ctx, { statements: [], erases });
    return;
  }
  const facts = { before: { status: "active" }, after: { status: "deleted" } };
  const entry = auditEntry(ctx, { action: `${kind}.delete`, target: id, ...facts });
  const statements = erasing(ctx, { kind, id }, kept.verificationId);
  try {
    await commit(ctx, { statements, audit: [entry], erases });
    await clearCopies(ctx, []);
  } catch (error) {
    // Another call was faster, and has erased the result with its own audit entry.
    if (!isUnmet(error)) throw error;
  }
}

/** The record of an erased result: its audit entry, or the row that is left of a reading. */
async function wasErased({ services, scope }: ScopeContext, { kind, id }: NamedResult): Promise<boolean> {
  if ((await findResults(services.db, scope, [id])).has(id)) return true;
  const filter = { target: id, action: `${kind}.delete` };
  const entries = await listAudit(services.db, scope.tenantId, { limit: 1, before: null }, filter);
  return entries.some(({ mode }) => mode === scope.mode);
}

function erasing(
  { services, scope, now }: ScopeContext,
  { kind, id }: NamedResult,
  verificationId: string | null,
): Statement[] {
  const { db } = services;
  return [
    ifResultKept(db, scope, kind, id),
    eraseResult(db, scope, kind, id, now),
    deleteTermsOf(db, scope, id),
    beginErasure(db, erasableOf(scope, id), now),
    ...Object.values(eraseEventsOf(db, scope, id, now)),
    eraseAnswers(db, scope, id),
    // A document check answers with both sides: its kept answer also holds the other side's result.
    ...(verificationId === null
      ? []
      : [
          eraseAnswersAt(db, scope, documentPath(verificationId)),
          deleteMeasurementsOf(db, scope, verificationId),
        ]),
  ];
}

const documentPath = (verificationId: string) => `/v1/verifications/${verificationId}/document`;
