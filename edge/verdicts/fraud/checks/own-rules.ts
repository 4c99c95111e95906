import type { Mrz } from "../../../inference/port.ts";

/**
 * Check digits that a state computes by a rule of its own which is not published, by format and issuing
 * state. Source: what readers of these cards leave out, idpass/smartscanner-mrz-parser (Guatemala #4, the
 * Dominican Republic #9, Pakistan #10, whose number runs over the digit's place). A state whose rule is
 * known, as that of long numbers with their filler, needs no line here: `inference/mrz` takes either digit.
 */
const OWN_RULES: Readonly<Record<string, readonly string[]>> = {
  "TD1 DOM": ["composite"],
  "TD1 GTM": ["composite"],
  "TD1 PAK": ["document_number", "composite"],
};

/** ICAO's names of the elements whose digit the issuing state computes by a rule of its own. */
export function ownRuleDigits({ format, fields }: Pick<Mrz, "format" | "fields">): readonly string[] {
  const state = fields.find(({ name }) => name === "issuing_state")?.value;
  return OWN_RULES[`${format} ${state}`] ?? [];
}
