import { ID_NUMBERS, type IdNumber } from "./table.ts";

/** A national number, checked by its country's rule. */
export interface CheckedNumber {
  readonly valid: boolean;
  /**
   * ISO 8601, without the century if the number does not contain it; null if the number contains no date of
   * birth.
   */
  readonly birth: string | null;
  /** Set if all of the country's numbers contain a date of birth and this one's digits are none. */
  readonly undated?: true;
}

const ruleOf = (country: string): IdNumber | null =>
  Object.hasOwn(ID_NUMBERS, country) ? ID_NUMBERS[country]! : null;

/** Whether the table has a rule for the country's numbers. */
export const knowsIdNumbers = (country: string): boolean => ruleOf(country) !== null;

/**
 * Checks a number by the country's rule; null when the number does not match the country's pattern.
 * Separators are ignored.
 */
export function checkIdNumber(country: string, number: string): CheckedNumber | null {
  const rule = ruleOf(country);
  const plain = number.replace(/[^A-Z0-9]/g, "");
  if (rule === null || !rule.pattern.test(plain)) return null;
  const birth = rule.birth?.(plain);
  const dated = { valid: rule.valid(plain), birth: birth || null };
  return birth === null ? { ...dated, undated: true } : dated;
}
