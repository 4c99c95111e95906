import { ID_NUMBERS, type IdNumber } from "./table.ts";

/** A national number as its rule reads it. */
export interface CheckedNumber {
  readonly valid: boolean;
  /** ISO 8601, without the century where the number does not tell it; null: it carries no date of birth. */
  readonly birth: string | null;
}

const ruleOf = (country: string): IdNumber | null =>
  Object.hasOwn(ID_NUMBERS, country) ? ID_NUMBERS[country]! : null;

/** Whether the country's numbers can be checked here. */
export const knowsIdNumbers = (country: string): boolean => ruleOf(country) !== null;

/** Whether the numbers that the country's documents themselves bear are the ones that can be checked. */
export const isDocumentNumber = (country: string): boolean => ruleOf(country)?.isDocumentNumber === true;

/** How a number of that country stands; null when it does not look like one. Separators do not matter. */
export function checkIdNumber(country: string, number: string): CheckedNumber | null {
  const rule = ruleOf(country);
  const plain = number.replace(/[^A-Z0-9]/g, "");
  if (rule === null || !rule.pattern.test(plain)) return null;
  return { valid: rule.valid(plain), birth: rule.birth?.(plain) ?? null };
}
