import type { Answer } from "../../http/context.ts";
import type { VerificationChange } from "../../operations/verifications/parts/change.ts";
import type { Statement } from "../../store/batch.ts";
import type { Verification } from "../../verification/types.ts";

/** What a call has made: what is to be written, all of it or nothing, and what is answered then. */
export interface Recording {
  /** Rows and events that stand or fall with the answer. */
  readonly statements: readonly Statement[];
  readonly answer: Answer;
  /**
   * Called with the error when nothing could be written: takes back what was put outside the database, and may throw the
   * refusal that the error means.
   */
  readonly undo?: (error: unknown) => Promise<void>;
}

/** The same for a call that changes a verification: the answer may tell of the verification as it stands then. */
export interface ChangeRecording extends Omit<Recording, "answer"> {
  readonly change: VerificationChange;
  answer(changed: Verification): Answer;
}
