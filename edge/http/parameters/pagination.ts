import { z } from "zod";

const LIMIT = { min: 1, max: 100, default: 20 } as const;
const limit = z.int().min(LIMIT.min).max(LIMIT.max);
const ENTRIES = "Entries of a page at most.";

/**
 * `?limit&cursor` of a list whose ids have this prefix (contract §8.3): `limit` 1–100, 20 when absent;
 * `cursor` becomes the id that the page follows, or null. Throws `limit_out_of_range` and `invalid_cursor`.
 */
export function pageQuery(prefix: string) {
  const idForm = new RegExp(`^${prefix}\\w{1,64}$`);
  return z.strictObject({
    limit: z
      .string()
      .regex(/^\d{1,4}$/, "must be a whole number")
      .transform(Number)
      .pipe(limit)
      .default(LIMIT.default)
      .describe(ENTRIES),
    cursor: z
      .string()
      .max(200)
      .transform((cursor, context) => {
        const id = decode(cursor);
        if (id !== null && idForm.test(id)) return id;
        context.addIssue({ code: "custom", message: "is not a cursor of this list" });
        return z.NEVER;
      })
      .nullable()
      .default(null)
      .describe("`next_cursor` of the page before."),
  });
}

/** The same of a list that is asked for by a JSON body. */
export const pageBody = (prefix: string) =>
  pageQuery(prefix).extend({ limit: limit.default(LIMIT.default).describe(ENTRIES) });

/** A page of up to `limit + 1` rows: the surplus row only shows that the list goes on. */
export function toPage<T extends { readonly id: string }, U>(
  rows: readonly T[],
  limit: number,
  render: (row: T) => U,
): { data: U[]; has_more: boolean; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { data: shown.map(render), has_more: hasMore, next_cursor: hasMore ? btoa(last.id) : null };
}

function decode(cursor: string): string | null {
  try {
    return atob(cursor);
  } catch {
    return null;
  }
}
