import type { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { toPage } from "../../http/parameters/pagination.ts";
import { forToken } from "../../schemas/token-view.ts";
import { listVerifications, loadVerification } from "../../store/verifications/verifications.ts";
import { renderVerification } from "../../verification/render.ts";
import type { Verification } from "../../verification/types.ts";
import { meterRead } from "../call/meter-read.ts";
import type { verificationsQuery } from "./query.ts";

/** GET /v1/verifications/:id. For a session token every other verification than its own is unknown. */
export async function readVerification(c: AppContext, id: string) {
  const { services, principal } = c.var;
  const verification = await findVerification(c, id);
  await meterRead(c);
  const body = renderVerification(principal.scope, verification, services.clock());
  return c.json(principal.kind === "secret_key" ? body : forToken("verification", body));
}

/** GET /v1/verifications, POST /v1/verifications/search: newest first; the query's rest narrows the list. */
export async function readVerifications(c: AppContext, query: z.output<typeof verificationsQuery>) {
  const { services } = c.var;
  const { scope } = requireSecretKey(c.var.principal);
  const now = services.clock();
  const page = { limit: query.limit + 1, before: query.cursor, now };
  const { status, decision, customer_ref: customerRef, created_after: since, created_before: until } = query;
  const filter = { status, decision, customerRef, since, until };
  const rows = await listVerifications(services.db, scope, page, filter);
  return c.json(toPage(rows, query.limit, (row) => renderVerification(scope, row, now)));
}

/** The verification of this id that the caller may see. Throws 404 `not_found` for any other. */
export async function findVerification(c: AppContext, id: string): Promise<Verification> {
  const { services, principal } = c.var;
  if (principal.kind === "session_token" && principal.verificationId === id) return principal.verification;
  const found =
    principal.kind === "secret_key" ? await loadVerification(services.db, principal.scope, id) : undefined;
  if (found === undefined) throw new ApiError("not_found", "There is no such verification.");
  return found;
}
