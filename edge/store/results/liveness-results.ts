import { and, eq } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { livenessResults } from "../../../drizzle/schema/results.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database, Statement } from "../batch.ts";
import { bitVector } from "./image-hash.ts";

/** The columns of a check's frames, the first one's first. */
export const FRAME_HASHES = ["frameHash1", "frameHash2", "frameHash3", "frameHash4", "frameHash5"] as const;

interface NewLivenessResult
  extends Omit<typeof livenessResults.$inferInsert, keyof Scope | (typeof FRAME_HASHES)[number]> {
  /** Perceptual hashes of its frames' faces, five at most; empty where they are not remembered. */
  readonly frameHashes: readonly Uint8Array[];
}

export function insertLivenessResult(
  db: Database,
  { tenantId, mode }: Scope,
  { frameHashes, ...row }: NewLivenessResult,
): Statement {
  const hashes = frameHashes.map((hash, n) => [FRAME_HASHES[n], bitVector(hash)]);
  return db.insert(livenessResults).values({ ...row, ...Object.fromEntries(hashes), tenantId, mode });
}

export async function findLivenessResult(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select()
    .from(livenessResults)
    .where(and(inScope(livenessResults, scope), eq(livenessResults.id, id)));
  return row;
}

/** The sealed template of a result's live frame; undefined when this tenant and mode has none. */
export async function findFrameTemplate(db: Database, scope: Scope, id: string) {
  const [row] = await db
    .select({
      id: livenessResults.id,
      sealed: livenessResults.frameTemplate,
      version: livenessResults.templateVersion,
    })
    .from(livenessResults)
    .where(and(inScope(livenessResults, scope), eq(livenessResults.id, id)));
  return row;
}
