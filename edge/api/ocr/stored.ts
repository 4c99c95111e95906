import type { AppContext } from "../../http/context.ts";
import { linkPortrait } from "../../media/portrait-link.ts";
import { findOcrResult, type OcrResultRow } from "../../store/results/ocr-results.ts";
import { type Finder, readResult } from "../call/read-result.ts";

const findUnerased: Finder<OcrResultRow> = async (db, scope, id) => {
  const row = await findOcrResult(db, scope, id);
  return row?.deletedAt === null ? row : undefined;
};

/** GET /v1/ocr/:id: with a freshly signed link where a portrait is kept. */
export async function readOcrResult(c: AppContext) {
  const { services } = c.var;
  const { row, body } = await readResult(c, findUnerased);
  const { scope } = c.var.principal;
  return c.json({ ...body, ...(await linkPortrait(services, scope, row.id, services.clock())) });
}
