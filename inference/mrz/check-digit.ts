const WEIGHTS = [7, 3, 1] as const;

/**
 * The check digit of ICAO Doc 9303-3, 4.9: weights 7 3 1 from the left, modulo 10; A is 10 … Z is 35, a
 * filler 0. Throws `RangeError` for a character that no zone has.
 */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += characterValue(text[i]!) * WEIGHTS[i % 3]!;
  return String(sum % 10);
}

/** A filler is 0, a digit itself, A is 10 … Z is 35. Throws `RangeError` for a character that no zone has. */
export function characterValue(character: string): number {
  if (character === "<") return 0;
  if (!/^[0-9A-Z]$/.test(character)) throw new RangeError("not a character of a machine readable zone");
  return Number.parseInt(character, 36);
}
