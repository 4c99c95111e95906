import type { z } from "zod";
import { editDistance, isWithinEdits } from "../verdicts/text/edit-distance.ts";

/** Edits up to which a name is taken for a mistyped one: a third of its letters, 3 at most. */
const editsOf = (name: string) => Math.min(3, Math.floor(name.length / 3));

/** The name that was probably meant: the nearest of `known`; undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const near = known.filter((each) => isWithinEdits(each, name, editsOf(name)));
  return near.toSorted((a, b) => editDistance(a, name) - editDistance(b, name))[0];
}

/**
 * A text that may be shown to its sender: it looks like one of our names, so it is neither personal data nor
 * a secret.
 */
const NAME = /^[a-z][a-z0-9_.]{0,31}$/;

/** What was received instead, such as `, not 11`; empty if the value may not or need not be shown. */
export function receivedText(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int" && typeof value === "number"
        ? `, not ${value}`
        : `, not ${typeOf(value)}`;
    case "too_small":
    case "too_big": {
      const isEmpty = issue.code === "too_small" && issue.origin !== "number" && issue.minimum === 1;
      const size = isEmpty ? undefined : sizeOf(value, issue.origin);
      return size === undefined ? "" : `, not ${size}`;
    }
    case "invalid_value":
      return typeof value !== "string" ? `, not ${typeOf(value)}` : ofNames(value, issue.values.map(String));
    default:
      return "";
  }
}

function ofNames(value: string, known: readonly string[]): string {
  if (!NAME.test(value)) return "";
  const meant = nearestName(value, known);
  return `, not \`${value}\`${meant === undefined ? "" : `. Did you mean \`${meant}\`?`}`;
}

/** The number itself, also in a query; the length of a text or list. */
function sizeOf(value: unknown, origin: string): number | undefined {
  if (origin === "number" || origin === "int")
    return Number.isFinite(Number(value)) ? Number(value) : undefined;
  return typeof value === "string" || Array.isArray(value) ? value.length : undefined;
}

/** The value's type as JSON has it. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object"
    ? "an object"
    : typeof value === "boolean"
      ? String(value)
      : `a ${typeof value}`;
}
