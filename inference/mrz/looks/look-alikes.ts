/** Pairs that recognisers confuse in OCR-B. */
const PAIRS = ["O0", "I1", "Z2", "S5", "G6", "B8"] as const;

const TWINS = new Map(PAIRS.flatMap(([a, b]) => [[a!, b!] as const, [b!, a!] as const]));

/** The letter that a digit is confused with, or the digit that a letter is confused with. */
export const twinOf = (character: string): string | undefined => TWINS.get(character);
