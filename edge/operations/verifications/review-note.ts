import type { Scope } from "../../core/scope.ts";
import { findNote, type NewNote } from "../../store/verifications/review-notes.ts";
import type { Services } from "../commit/context.ts";

/** Longest note, in characters. */
export const MAX_NOTE = 2_000;

/** A reviewer's note, with its author and its time in milliseconds since the epoch. */
export interface ReviewNote {
  readonly author: string;
  readonly at: number;
  readonly text: string;
}

/** What the seal of a note is bound to. */
const noteContext = (verificationId: string) => `review_note:${verificationId}`;

/** The note's row. The text is about a person, so the database holds it sealed. */
export async function sealNote(
  { vault }: Pick<Services<"vault">, "vault">,
  scope: Scope,
  { text, ...row }: ReviewNote & { readonly verificationId: string },
): Promise<NewNote> {
  const plain = new TextEncoder().encode(text);
  return { ...row, note: await vault.seal(scope, noteContext(row.verificationId), plain) };
}

/** The note of a verification's review; null where the reviewer left none or the note was erased. */
export async function readNote(
  { db, vault }: Pick<Services<"vault">, "db" | "vault">,
  scope: Scope,
  verificationId: string,
): Promise<ReviewNote | null> {
  const row = await findNote(db, scope, verificationId);
  if (row === undefined) return null;
  const plain = await vault.open(scope, noteContext(verificationId), row.note);
  return { author: row.author, at: row.at, text: new TextDecoder().decode(plain) };
}
