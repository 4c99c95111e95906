import type { Ruling, SecondReviewer } from "../../vocabulary/verifications.ts";
import type { StepResult } from "./types.ts";

/** What the rules were given for a change of a verification, so that a dossier can replay it. */
export type Inputs =
  /** The results of a call, in their order, with the comparison that they made due. */
  | { readonly results: readonly StepResult[] }
  /** A reviewer's ruling, under the tenant's setting of that time. */
  | {
      readonly ruling: Ruling;
      readonly reason: string;
      /** See `Proposal.by`. */
      readonly by: string;
      readonly secondReviewer: SecondReviewer;
    };
