import type { NumberForm } from "../../../vocabulary/issuers/record.ts";

/** Digits and the letters that readers confuse with them. */
export const DIGIT_OF: Readonly<Record<string, string>> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  Z: "2",
  S: "5",
  G: "6",
  B: "8",
};
const LETTER_OF: Readonly<Record<string, string>> = {
  "0": "O",
  "1": "I",
  "2": "Z",
  "5": "S",
  "6": "G",
  "8": "B",
};

/**
 * A number in one of the forms, with characters corrected that look like those of its form; the number itself
 * if it fits. Null if it fits none, or several after different corrections.
 */
export function fitted(number: string, forms: readonly NumberForm[]): string | null {
  const plain = number.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const found = new Set<string>();
  for (const { forms: masks, letters } of forms) {
    for (const mask of masks) {
      const one = inForm(plain, mask, letters);
      if (one === plain) return number;
      if (one !== null) found.add(one);
    }
  }
  return found.size === 1 ? [...found][0]! : null;
}

function inForm(number: string, mask: string, letters: string | undefined): string | null {
  if (number.length !== mask.length) return null;
  let read = "";
  for (const [i, place] of Array.from(mask).entries()) {
    const sign = signAt(number[i]!, place, letters);
    if (sign === null) return null;
    read += sign;
  }
  return read;
}

function signAt(sign: string, place: string, letters: string | undefined): string | null {
  const isLetter = (each: string | undefined) =>
    each !== undefined && /[A-Z]/.test(each) && (letters?.includes(each) ?? true);
  const isDigit = (each: string | undefined) => each !== undefined && /\d/.test(each);
  const [digit, letter] = [DIGIT_OF[sign], LETTER_OF[sign]];
  if (place === "#") return isDigit(sign) ? sign : (digit ?? null);
  if (place === "@") return isLetter(sign) ? sign : isLetter(letter) ? letter! : null;
  if (place === "*") return isDigit(sign) || isLetter(sign) ? sign : (digit ?? null);
  return [sign, digit, letter].includes(place) ? place : null;
}
