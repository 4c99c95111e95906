import type { CheckOutcome } from "../../vocabulary/own-checks.ts";
import type { Ruling, SecondReviewer } from "../../vocabulary/verifications.ts";
import type { StepResult } from "./types.ts";

/** What the rules were given for a change of a verification, so that a dossier can replay it. */
export type Inputs =
  /**
   * The results of a call, in their order, with the comparison that they made due; `registered`: the
   * registration that counted, for a policy that compares one.
   */
  | { readonly results: readonly StepResult[]; readonly registered?: string | null }
  /** The tenant's answer to an external check, or that deadlines have passed. */
  | { readonly check: { readonly name: string; readonly outcome: CheckOutcome } | "overdue" }
  /** A reviewer's ruling, under the tenant's setting of that time. */
  | {
      readonly ruling: Ruling;
      readonly reason: string;
      /** See `Proposal.by`. */
      readonly by: string;
      readonly secondReviewer: SecondReviewer;
    };
