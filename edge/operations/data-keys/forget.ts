import { forgetKeys, listDataKeys } from "../../store/data-keys/data-keys.ts";
import { commit } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";

/** Forgets the retired keys, which seal nothing here any more. Returns their ids. */
export async function forgetRetired(ctx: Context): Promise<readonly string[]> {
  const { services } = ctx;
  const retired = (await listDataKeys(services.db)).filter(({ retiredAt }) => retiredAt !== null);
  const ids = retired.map(({ id }) => id);
  if (ids.length > 0) await commit(ctx, { statements: [forgetKeys(services.db, ids)] });
  return ids;
}
