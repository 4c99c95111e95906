import type { Scope } from "../../core/scope.ts";
import { listNotes, type NewNote } from "../../store/verifications/history.ts";
import type { ScopeContext, Services } from "../commit/context.ts";

/** A reviewer's note, with its author and its time in milliseconds since the epoch. */
export interface ReviewNote {
  /** The person: see `Proposal.by`. */
  readonly author: string;
  readonly at: number;
  readonly text: string;
}

/** The encryption context of a note. Notes from before proposals have the revision 0. */
const noteContext = (verificationId: string, revision: number) =>
  revision === 0 ? `review_note:${verificationId}` : `review_note:${verificationId}:${revision}`;

/**
 * The row of the note on the ruling that made this revision. The text is about a person, so the database
 * holds it encrypted.
 */
export async function encryptNote(
  { vault }: Pick<Services<"vault">, "vault">,
  scope: Scope,
  { id, revision }: { readonly id: string; readonly revision: number },
  { text, ...row }: ReviewNote,
): Promise<NewNote> {
  const plain = new TextEncoder().encode(text);
  const note = await vault.encrypt(scope, noteContext(id, revision), plain);
  return { ...row, verificationId: id, revision, note };
}

/** The notes of a verification's rulings, oldest first. Erased notes are left out. */
export async function readNotes(
  { services, scope }: ScopeContext<"vault">,
  { id }: { readonly id: string },
): Promise<ReviewNote[]> {
  const rows = await listNotes(services.db, scope, id);
  return Promise.all(
    rows.map(async ({ author, at, revision, note }) => {
      const plain = await services.vault.open(scope, noteContext(id, revision), note);
      return { author, at, text: new TextDecoder().decode(plain) };
    }),
  );
}
