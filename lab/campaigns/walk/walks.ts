import { defaultTemplate, TWO_SIDED } from "../../material/documents/templates.ts";
import { type Actor, asPrint, inOtherHands, type Personas, performingAnotherAction } from "./personas.ts";

export interface Walk {
  readonly name: string;
  readonly documentType: "cid" | "passport" | "residence_permit";
  /** The person before the camera. */
  readonly personas: (personas: Personas, seed: number) => Promise<Actor>;
  readonly decision: "approved" | "declined";
  /** Allowed reasons of a decline: for another reason it would prove nothing. */
  readonly reasons?: readonly string[];
}

const honest = (personas: Personas, seed: number) => personas.person({ seed });

/** The walks, and the expected end of each. */
export const WALKS: readonly Walk[] = [
  { name: "honest", documentType: "cid", personas: honest, decision: "approved" },
  {
    name: "passport",
    documentType: "passport",
    personas: (personas, seed) => personas.person({ seed, template: defaultTemplate("TD3") }),
    decision: "approved",
  },
  {
    name: "two sides",
    documentType: "residence_permit",
    personas: (personas, seed) => personas.person({ seed, template: TWO_SIDED[0]! }),
    decision: "approved",
  },
  {
    name: "wrong action",
    documentType: "cid",
    personas: async (personas, seed) => performingAnotherAction(await honest(personas, seed)),
    decision: "declined",
    reasons: ["wrong_action", "challenge_not_performed"],
  },
  {
    name: "flat print",
    documentType: "cid",
    personas: async (personas, seed) => asPrint(await honest(personas, seed)),
    decision: "declined",
    reasons: ["challenge_not_performed"],
  },
  {
    name: "second person",
    documentType: "cid",
    personas: async (personas, seed) =>
      inOtherHands(await honest(personas, seed), await honest(personas, seed + 1)),
    decision: "declined",
    reasons: ["no_match"],
  },
];
