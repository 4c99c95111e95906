/** Check digit algorithms of national numbers. Numbers are strings of digits unless stated otherwise. */

const digitsOf = (number: string): number[] => Array.from(number, Number);

/** The sum of each digit times its weight. */
export const weighted = (number: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(number[i]), 0);

/**
 * ISO/IEC 7812-1, annex B (H. P. Luhn): every second digit from the right is doubled. The check digit is the
 * last.
 */
export function isLuhn(number: string): boolean {
  const sum = digitsOf(number)
    .reverse()
    .reduce((total, digit, i) => total + (i % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit), 0);
  return sum % 10 === 0;
}

/** The dihedral group of the pentagon: rotations 0 to 4, reflections 5 to 9. */
const combine = (a: number, b: number): number => {
  const turn = a < 5 ? a + (b % 5) : a - (b % 5);
  return ((((turn % 5) + 5) % 5) + (a < 5 === b < 5 ? 0 : 5)) as number;
};

const VERHOEFF = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/**
 * J. Verhoeff, Error Detecting Decimal Codes, 1969: each digit is permuted by its position, and the product
 * of all in the dihedral group must be 0.
 */
export function isVerhoeff(number: string): boolean {
  const permuted = (digit: number, times: number): number =>
    times === 0 ? digit : permuted(VERHOEFF[digit]!, times - 1);
  return (
    digitsOf(number)
      .reverse()
      .reduce((total, digit, i) => combine(total, permuted(digit, i % 8)), 0) === 0
  );
}

/** ISO 7064, MOD 11,10: a hybrid system; the last digit is the check digit. */
export function isMod11And10(number: string): boolean {
  const state = digitsOf(number.slice(0, -1)).reduce((product, digit) => {
    const sum = (product + digit) % 10 || 10;
    return (2 * sum) % 11;
  }, 10);
  return (state + Number(number.at(-1))) % 10 === 1;
}

/** ISO 7064, MOD 11-2: a pure system; the last character is a digit or X for ten. */
export function isMod11Radix2(number: string): boolean {
  const digits = Array.from(number, (sign) => (sign === "X" ? 10 : Number(sign)));
  return digits.reduce((sum, digit) => (2 * sum + digit) % 11, 0) === 1;
}
