import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { deleteResult } from "../../operations/erasure/delete-result.ts";
import type { ResultKind } from "../../vocabulary/results.ts";
import { contextOf } from "./context.ts";

/** Handles DELETE of a result: 204, also when repeated; 404 for an id that is not this kind's or tenant's. */
export const removeResult = (kind: ResultKind) => async (c: AppContext) => {
  requireSecretKey(c.var.principal);
  await deleteResult(contextOf(c), { kind, id: pathParameter(c, "id") });
  return c.body(null, 204);
};
