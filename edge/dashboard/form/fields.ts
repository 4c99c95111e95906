import { z } from "zod";

/** The entries of a text field: one per line, or with commas between them. */
export const entriesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/** A text field with a list. */
export const entriesField = z.string().transform(entriesOf);

/** A whole number in digits: no sign but a minus, no fraction, no exponent. */
export const wholeNumber = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** A field that may be empty, which is null. */
export const orNone = <S extends z.ZodType>(field: S) =>
  z.union([z.literal("").transform(() => null), field]);

/** Whether a filter's days are in their order. */
export const inOrder = ({ since, until }: { since?: number | undefined; until?: number | undefined }) =>
  since === undefined || until === undefined || since <= until;

/** A day in UTC, as its first millisecond since the epoch. */
export const dayField = z.iso
  .date()
  .transform((day) => Date.parse(`${day}T00:00:00Z`))
  .optional();
