import type { CheckOutcome } from "../../vocabulary/own-checks.ts";
import type { Ruling, SecondReviewer } from "../../vocabulary/verifications.ts";
import type { MeasuredSearchAgain, Measurement } from "./measured.ts";

/** What the rules were given for a change of a verification, so that it can be replayed. */
export type Inputs =
  /** What a call measured. */
  | Measurement
  /** The tenant's answer to an external check, or that deadlines have passed. */
  | {
      readonly check: { readonly name: string; readonly outcome: CheckOutcome } | "overdue";
      readonly searchAgain?: MeasuredSearchAgain;
    }
  /** A reviewer's ruling, under the tenant's setting of that time. */
  | {
      readonly ruling: Ruling;
      readonly reason: string;
      /** See `Proposal.by`. */
      readonly by: string;
      readonly secondReviewer: SecondReviewer;
    };
