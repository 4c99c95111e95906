import { defaultTemplate, TWO_SIDED } from "../../../test/material/documents/templates.ts";
import { type Actor, asPrint, type Cast, inDisobedience, inOtherHands } from "./cast.ts";

export interface Walk {
  readonly name: string;
  readonly documentType: "cid" | "passport" | "residence_permit";
  /** Who comes before the camera. */
  readonly cast: (cast: Cast, seed: number) => Promise<Actor>;
  readonly decision: "approved" | "declined";
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
  },
  {
    name: "flat print",
    documentType: "cid",
    cast: async (cast, seed) => asPrint(await honest(cast, seed)),
    decision: "declined",
  },
  {
    name: "second person",
    documentType: "cid",
    cast: async (cast, seed) => inOtherHands(await honest(cast, seed), await honest(cast, seed + 1)),
    decision: "declined",
  },
];
