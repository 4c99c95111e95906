import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { NamedImage } from "../../inference/port.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import {
  deleteRegistration as deleting,
  findRegistration,
  ifActive,
  insertRegistration,
  isActive,
  isRegistered,
  type RegistrationRow,
} from "../../store/results/face-templates.ts";
import { deleteItemsOfFaces } from "../../store/tenancy/list-items.ts";
import { qualityReport } from "../../verdicts/match/quality.ts";
import { type CallContext, commit, commitResult, type Write } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { encryptTemplate } from "../encrypted-template.ts";
import { clearCopies } from "../erasure/receipt.ts";
import { deletionEntry } from "../registrations/audit-entries.ts";
import { registrationNotFound } from "../registrations/registered-face.ts";
import { enactNewReference, enactTestReference } from "../test-reference.ts";
import { enrollableFace } from "./usable-face.ts";

/** An active registration without its template. */
export type Registration = Pick<
  RegistrationRow,
  "registrationId" | "customerRef" | "quality" | "templateVersion" | "createdAt" | "origin"
>;

interface NewFace {
  readonly image: NamedImage;
  readonly customerRef: string;
  /** Whether the end user's active registration is deleted in the same batch. */
  readonly replace: boolean;
}

/**
 * Each failed try means that another call for the same customer succeeded. After this many the answer is 503.
 */
const MAX_TRIES = 5;

/**
 * Registers an end user's face. Throws 409 `registration_exists` if the end user has a registration that is
 * not to be replaced, and rejects a capture with any issue. A replacement has an audit entry.
 */
export async function putRegistration(
  ctx: CallContext<Registration, "inference">,
  { image, customerRef, replace }: NewFace,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { db, inference, vault } = services;
  await enactNewReference(scope, customerRef);
  // Checked before the work; the row's unique index decides between two concurrent calls.
  if (!replace && isActive(await findRegistration(db, scope, customerRef))) throw registrationExists();
  const analysis = await inference.analyzeFace(image, ctx.call.inferenceUse);
  const { template } = enrollableFace(analysis, image);
  const registration: Registration = {
    registrationId: newId("registration", now),
    customerRef,
    quality: { ...qualityReport(analysis) },
    templateVersion: template.version,
    createdAt: now,
    origin: "upload",
  };
  const encrypted = await encryptTemplate(vault, scope, registration.registrationId, template);
  const insert = [insertRegistration(db, scope, { ...registration, template: encrypted })];
  if (replace) return replaceRegistration(ctx, registration, insert);
  try {
    return await commitResult(ctx, { statements: insert }, registration);
  } catch (error) {
    throw isRegistered(error) ? registrationExists() : error;
  }
}

/**
 * After a lost race, reads the replaced registration again, so that the audit log names the one that was
 * replaced.
 */
async function replaceRegistration(
  ctx: CallContext<Registration>,
  registration: Registration,
  insert: readonly Statement[],
): Promise<Answer> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const replaced = await deletion(ctx, registration.customerRef);
    try {
      const write = { ...replaced, statements: [...replaced.statements, ...insert] };
      return await commitResult(ctx, write, registration);
    } catch (error) {
      if (!isUnmet(error)) throw error;
    }
  }
  throw new ApiError("service_unavailable", "Too many calls register this end user at once.", {
    retryAfter: 1,
  });
}

/**
 * The deletion of the end user's present registration, with its audit entry; writes nothing if there is none.
 */
async function deletion(ctx: ScopeContext, customerRef: string): Promise<Write> {
  const { services, scope, now } = ctx;
  const { db } = services;
  const row = await findRegistration(db, scope, customerRef);
  const active = isActive(row) ? row : null;
  const guard = ifActive(db, scope, customerRef, active?.registrationId ?? null);
  if (active === null) return { statements: [guard] };
  return {
    statements: [guard, deleteItemsOfFaces(db, scope, customerRef), ...deleting(db, scope, customerRef, now)],
    audit: [deletionEntry(ctx, active, "replaced")],
  };
}

/**
 * Deletes an end user's registration, and its template permanently; may be repeated. Throws 404
 * `registration_not_found` for a reference that this tenant and mode never registered, so that a misspelt
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
      statements: [
        guard,
        deleteItemsOfFaces(db, scope, customerRef),
        ...deleting(db, scope, customerRef, now),
      ],
      audit: [deletionEntry(ctx, row, "deleted")],
    });
    await clearCopies(ctx, [row]);
  } catch (error) {
    // Another call was faster, and has deleted the registration with its own audit entry.
    if (!isUnmet(error)) throw error;
  }
}

const registrationExists = () =>
  new ApiError(
    "registration_exists",
    "A face is registered for this customer_ref; replace=true replaces it.",
    { param: "customer_ref" },
  );
