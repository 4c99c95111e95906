import { requireToken } from "../../../auth/scopes.ts";
import type { AppContext } from "../../../http/context.ts";
import { endHandoff } from "../../../operations/handoffs/end.ts";
import { contextOf } from "../../call/context.ts";

/** DELETE /v1/handoffs/:id: 204, also when repeated. */
export async function end(c: AppContext, id: string) {
  const { verification } = requireToken(c.var.principal);
  await endHandoff(contextOf(c), { verification, id });
  return c.body(null, 204);
}
