import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { pathParameter } from "../../http/path-parameter.ts";
import { linkPortrait } from "../../operations/documents/parts/portrait-link.ts";
import { eraseObjects, requireStore } from "../../operations/media/parts/erase.ts";
import { commit } from "../../store/batch.ts";
import { eraseOcrResult, findOcrResult } from "../../store/results/ocr-results.ts";
import { eraseAnswers, eraseAnswersAt } from "../../store/tenancy/idempotency.ts";
import { beginErasure, heldOf, listObjectKeys } from "../../store/verifications/media-objects.ts";
import { eraseEventsOf } from "../../store/webhooks/events.ts";
import { type Finder, readResult } from "../answers/read-result.ts";

type OcrRow = NonNullable<Awaited<ReturnType<typeof findOcrResult>>>;

const findUnerased: Finder<OcrRow> = async (db, scope, id) => {
  const row = await findOcrResult(db, scope, id);
  return row?.deletedAt === null ? row : undefined;
};

/** GET /v1/ocr/:id: with a portrait link signed afresh where one is kept. */
export async function readOcrResult(c: AppContext) {
  const { services } = c.var;
  const { row, body } = await readResult(c, findUnerased);
  const { scope } = c.var.principal;
  return c.json({ ...body, ...(await linkPortrait(services, scope, row.id, services.clock())) });
}

/** DELETE /v1/ocr/:id: 204, and 204 again; 404 for an id that this tenant and mode never had. */
export async function deleteOcrResult(c: AppContext) {
  const { services } = c.var;
  const { db, media } = services;
  const { scope } = requireSecretKey(c.var.principal);
  const id = pathParameter(c, "id");
  const row = await findOcrResult(db, scope, id);
  if (row === undefined) throw new ApiError("not_found", "There is no such result.");
  const pictures = heldOf(scope, id);
  const keys = await listObjectKeys(db, pictures);
  requireStore(media, keys);
  if (row.deletedAt === null) {
    const now = services.clock();
    await commit(db, [
      eraseOcrResult(db, scope, id, now),
      beginErasure(db, pictures, now),
      ...Object.values(eraseEventsOf(db, scope, id, now)),
      eraseAnswers(db, scope, id),
      // One look at a document answers with both sides: its kept answer tells of the other one's result, too.
      ...(row.verificationId === null ? [] : [eraseAnswersAt(db, scope, documentPath(row.verificationId))]),
    ]);
  }
  // Again as well: the store may have failed the first time.
  await eraseObjects(services, keys);
  return c.body(null, 204);
}

const documentPath = (verificationId: string) => `/v1/verifications/${verificationId}/document`;
