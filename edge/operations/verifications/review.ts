import type { Ruling } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import { describeActor } from "../../store/audit/chain.ts";
import { findResults } from "../../store/results/results.ts";
import { findNote, insertNote, type NewNote } from "../../store/verifications/history.ts";
import { assertReasoned } from "../../verification/overridden.ts";
import { renderCompleted } from "../../verification/render.ts";
import { review } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type ScopeContext, type Services } from "../commit/context.ts";
import {
  changeVerification,
  existingVerification,
  verificationEvent,
  verificationWrite,
} from "../verification-write.ts";

/** A reviewer's decision and its reason, a code of `REVIEW_REASONS`. */
export interface Judgement {
  readonly ruling: Ruling;
  readonly reason: string;
  /** For other reviewers only, encrypted: never in events, audit entries or API answers. */
  readonly note?: string;
}

/**
 * Ends a review: the verification, `verification.reviewed`, its deliveries and the audit entry are one batch.
 * The slower of two reviewers, and any later one, gets 409 `verification_not_open`. Throws 404 `not_found`
 * for a verification that this tenant and mode does not have, and 400 `invalid_parameter` for an approval
 * that needs a note.
 */
export async function reviewVerification(
  ctx: ScopeContext<"vault">,
  { id, ruling, reason, note = "" }: Judgement & { readonly id: string },
): Promise<Verification> {
  const { services, scope, actor, now } = ctx;
  const verification = await existingVerification(services.db, scope, id);
  const resultIds = verification.steps.flatMap((step) => step.resultIds);
  assertReasoned(verification, await findResults(services.db, scope, resultIds), { ruling, note });
  const row = { verificationId: id, author: describeActor(actor).id, at: now, text: note };
  const noted = note === "" ? [] : [insertNote(services.db, scope, await encryptNote(services, scope, row))];
  return changeVerification(ctx, verification, async (current) => {
    const changed = review(current, ruling, reason, now);
    const event = { type: "verification.reviewed", data: renderCompleted(changed), now } as const;
    const facts = { before: { decision: current.decision }, after: { decision: ruling, reason } };
    const write = verificationWrite(ctx, {
      changed,
      kind: "reviewed",
      statements: [...verificationEvent(services.db, scope, changed, event), ...noted],
      audit: auditEntry(ctx, { action: "verification.review", target: id, ...facts }),
    });
    await commit(ctx, write);
    return changed;
  });
}

/** Longest note, in characters. */
export const MAX_NOTE = 2_000;

/** A reviewer's note, with its author and its time in milliseconds since the epoch. */
export interface ReviewNote {
  readonly author: string;
  readonly at: number;
  readonly text: string;
}

/** The encryption context of a note. */
const noteContext = (verificationId: string) => `review_note:${verificationId}`;

/** The note's row. The text is about a person, so the database holds it encrypted. */
async function encryptNote(
  { vault }: Pick<Services<"vault">, "vault">,
  scope: Scope,
  { text, ...row }: ReviewNote & { readonly verificationId: string },
): Promise<NewNote> {
  const plain = new TextEncoder().encode(text);
  return { ...row, note: await vault.encrypt(scope, noteContext(row.verificationId), plain) };
}

/** The note of a verification's review; null if the reviewer left none or the note was erased. */
export async function readNote(
  { services, scope }: ScopeContext<"vault">,
  { id }: { readonly id: string },
): Promise<ReviewNote | null> {
  const row = await findNote(services.db, scope, id);
  if (row === undefined) return null;
  const plain = await services.vault.open(scope, noteContext(id), row.note);
  return { author: row.author, at: row.at, text: new TextDecoder().decode(plain) };
}
