interface IdNumber {
  readonly pattern: RegExp;
  valid(number: string): boolean;
}

const SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

const digitsOf = (number: string): number[] => Array.from(number, Number);
const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * digits[i]!, 0);

/** National numbers that carry their own check, by the issuing country's ISO 3166 alpha-3 code. */
const ID_NUMBERS: Readonly<Record<string, IdNumber>> = {
  /** DNI, and NIE with X, Y, Z for 0, 1, 2: the letter is the number modulo 23 (Real Decreto 1553/2005). */
  ESP: {
    pattern: /^[0-9XYZ]\d{7}[A-Z]$/,
    valid(number) {
      const numeric = Number(number.slice(0, 8).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter))));
      return SPANISH_LETTERS[numeric % 23] === number[8];
    },
  },
  /** PESEL: weights 1 3 7 9, the sum with the check digit a multiple of ten. */
  POL: {
    pattern: /^\d{11}$/,
    valid: (number) => weighted(digitsOf(number), [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  },
  /** T.C. Kimlik No: the tenth digit of weighted digits, the eleventh of the plain sum. */
  TUR: {
    pattern: /^[1-9]\d{10}$/,
    valid(number) {
      const digits = digitsOf(number);
      const tenth = weighted(digits, [7, 9, 7, 9, 7, 9, 7, 9, 7]) % 10;
      const eleventh = weighted(digits, Array(10).fill(1)) % 10;
      return digits[9] === tenth && digits[10] === eleventh;
    },
  },
};

/** Whether the country's numbers can be checked here. */
export function knowsIdNumbers(country: string): boolean {
  return Object.hasOwn(ID_NUMBERS, country);
}

/** Whether a number of that country carries the right check; null when it does not look like one. */
export function checkIdNumber(country: string, number: string): boolean | null {
  const rule = knowsIdNumbers(country) ? ID_NUMBERS[country]! : null;
  return rule?.pattern.test(number) ? rule.valid(number) : null;
}
