import { z } from "zod";
import { ID_PREFIXES } from "../../core/ids.ts";
import { type DashboardContext, withQuery } from "../shell/context.ts";
import { faultsOf, InputFault, markedText } from "../shell/input-fault.ts";

/** Number of entries on a page. */
export const PAGE_SIZE = 25;

/**
 * The query, parsed by the schema; an empty field of a filter counts as absent. Throws `InputFault` with the
 * fault of each field: the page is shown again without a query, and its filter marks them.
 */
export function readQuery<S extends z.ZodType>(c: DashboardContext, schema: S): z.output<S> {
  const given = Object.entries(c.req.query()).filter(([, value]) => value !== "");
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const values = new Map(given.map(([name, value]) => [name, [value]]));
  c.set("submitted", { page: c.req.path, names: [], values });
  const faults = faultsOf(result.error, values);
  throw new InputFault(faults, `${markedText(faults)} The list is empty until it is corrected.`);
}

/** Whether the page is shown for a filter that was rejected. */
export const isFilterWrong = ({ req, var: { returned } }: DashboardContext) => returned?.action === req.path;

/** The id after which a page begins. */
export const fromId = (kind: keyof typeof ID_PREFIXES) =>
  z
    .string()
    .regex(new RegExp(`^${ID_PREFIXES[kind]}\\w{1,64}$`))
    .optional();

/** Address of the filtered list, beginning after `from`. */
function pageAddress(c: DashboardContext, path: string, from: Record<string, string> | null) {
  const filter = Object.entries(c.req.query()).filter(([name, value]) => value !== "" && name !== "from");
  return withQuery(path, new URLSearchParams([...filter, ...Object.entries(from ?? {})]));
}

/** The rows of a page, from one row more than it shows, and the addresses for its pager. */
export function paged<T>(
  c: DashboardContext,
  path: string,
  rows: readonly T[],
  idOf: (row: T) => string,
): { shown: readonly T[]; first: string | null; older: string | null } {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  const more = rows.length > PAGE_SIZE && last !== undefined;
  return {
    shown,
    first: c.req.query("from") === undefined ? null : pageAddress(c, path, null),
    older: more ? pageAddress(c, path, { from: idOf(last) }) : null,
  };
}
