import { EXPECTED_KEYS } from "../../../../vocabulary/details.ts";
import type { Expected } from "../../../verdicts/details/compare.ts";
import { isoDay, yearsAfter } from "../../../verdicts/text/dates.ts";
import { findStep } from "../../../verification/steps.ts";
import type { Verification } from "../../../verification/types.ts";
import { capital, words } from "../../ui/labels.tsx";
import type { DocumentData } from "../../ui/person.tsx";

interface Compared {
  readonly verification: Verification;
  /** Null if the tenant expects none, or the viewer may not see personal data. */
  readonly expected: Expected | null;
  /** Null if its data are not shown. */
  readonly document: DocumentData | null;
}

/** The results of the comparison with the expected details, by field. */
export function detailResults({ steps }: Verification) {
  const compared = findStep(steps, "details")?.parts.details?.evidence?.details ?? [];
  return new Map(compared.map(({ field, result }) => [field, result]));
}

/** Each expected detail that the document does not confirm, beside the document's. */
function disputed({ verification, expected, document }: Compared): string[] {
  if (expected === null) return [];
  const results = detailResults(verification);
  return EXPECTED_KEYS.filter((key) => expected[key] !== undefined)
    .filter((key) => results.has(key) && results.get(key) !== "match")
    .map((key) => {
      const shown = document?.fields[key]?.value ?? "not read";
      return `${capital(words(key))}: expected ${expected[key]}, document ${shown}`;
    });
}

/** The minimum age, and the age on the day of the result by the date of birth that was read. */
function ages({ verification: { policy, steps, createdAt }, document }: Compared): string[] {
  if (policy.min_age === null) return [];
  const birth = document?.fields.date_of_birth?.value;
  const day = isoDay(new Date(findStep(steps, "ocr")?.updatedAt ?? createdAt));
  const age = birth === undefined ? "" : `, document ${yearsFrom(birth, day)} (born ${birth})`;
  return [`At least ${policy.min_age} required${age}`];
}

/** Whole years from a birth to a day. */
function yearsFrom(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return yearsAfter(birth, years) <= day ? years : years - 1;
}

const GROUNDS: Readonly<Record<string, (of: Compared) => string[]>> = {
  details_mismatch: disputed,
  details_not_confirmed: disputed,
  under_min_age: ages,
};

/** What a reason was measured on, in a line each; empty for a reason without such lines. */
export const groundsOf = (code: string, of: Compared): string[] => GROUNDS[code]?.(of) ?? [];
