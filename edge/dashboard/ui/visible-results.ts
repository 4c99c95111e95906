import type { ResultKind } from "../../../vocabulary/enumerations.ts";
import { findResults, listResults, type ResultRow } from "../../store/results/results.ts";
import type { DashboardContext } from "../shell/context.ts";
import { seesPersonalData } from "../shell/roles.ts";

/** What replaces the members of a result's body that are personal data, or may quote them. */
const HIDDEN: { readonly [K in ResultKind]?: (body: ResultRow["body"]) => object } = {
  ocr: ({ gate_rejections }) => ({
    fields: {},
    mrz: null,
    raw_text: null,
    barcodes: [],
    gate_rejections: eachWith(gate_rejections, { value: null, threshold: null }),
  }),
  fraud: ({ deterministic_checks }) => ({
    deterministic_checks: eachWith(deterministic_checks, { detail: null }),
  }),
  signed: () => ({ fields: {}, mrz: null }),
  credential: () => ({ fields: {} }),
};

const eachWith = (list: unknown, changed: object) =>
  Array.isArray(list) ? list.map((each: object) => ({ ...each, ...changed })) : list;

/** The row as the page's viewer may see it: without personal data if the tenant hides it from the viewer. */
function visible(c: DashboardContext, row: ResultRow): ResultRow {
  const hidden = HIDDEN[row.kind];
  if (hidden === undefined || seesPersonalData(c)) return row;
  return { ...row, body: { ...row.body, ...hidden(row.body) } };
}

/** The results with these ids, by id, as the viewer may see them. Unknown ids are left out. */
export async function readResults(
  c: DashboardContext,
  ids: readonly string[],
): Promise<Map<string, ResultRow>> {
  const rows = await findResults(c.var.services.db, c.var.scope, ids);
  return new Map([...rows].map(([id, row]) => [id, visible(c, row)]));
}

/** A page of results of a kind, newest first, as the viewer may see them. */
export async function readPage(
  c: DashboardContext,
  kind: ResultKind,
  page: Parameters<typeof listResults>[3],
): Promise<ResultRow[]> {
  const rows = await listResults(c.var.services.db, c.var.scope, kind, page);
  return rows.map((row) => visible(c, row));
}
