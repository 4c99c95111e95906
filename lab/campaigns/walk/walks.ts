import { defaultTemplate, TWO_SIDED } from "../../material/documents/templates.ts";
import { type Actor, asPrint, type Cast, inDisobedience, inOtherHands } from "./cast.ts";

export interface Walk {
  readonly name: string;
  readonly documentType: "cid" | "passport" | "residence_permit";
  /** Who comes before the camera. */
  readonly cast: (cast: Cast, seed: number) => Promise<Actor>;
  readonly decision: "approved" | "declined";
  /** Why it is declined, one of these: for another reason it would prove nothing. */
  readonly reasons?: readonly string[];
}

const honest = (cast: Cast, seed: number) => cast.person({ seed });

/** Who walks, and how each has to end. */
export const WALKS: readonly Walk[] = [
  { name: "honest", documentType: "cid", cast: honest, decision: "approved" },
  {
    name: "passport",
    documentType: "passport",
    cast: (cast, seed) => cast.person({ seed, template: defaultTemplate("TD3") }),
    decision: "approved",
  },
  {
    name: "two sides",
    documentType: "residence_permit",
    cast: (cast, seed) => cast.person({ seed, template: TWO_SIDED[0]! }),
    decision: "approved",
  },
  {
    name: "wrong action",
    documentType: "cid",
    cast: async (cast, seed) => inDisobedience(await honest(cast, seed)),
    decision: "declined",
    reasons: ["wrong_action", "challenge_not_performed"],
  },
  {
    name: "flat print",
    documentType: "cid",
    cast: async (cast, seed) => asPrint(await honest(cast, seed)),
    decision: "declined",
    reasons: ["challenge_not_performed"],
  },
  {
    name: "second person",
    documentType: "cid",
    cast: async (cast, seed) => inOtherHands(await honest(cast, seed), await honest(cast, seed + 1)),
    decision: "declined",
    reasons: ["no_match"],
  },
];
