import { requireSecretKey } from "../../auth/scopes.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import { toPage } from "../../http/pagination.ts";
import { listVerifications, loadVerification, type StoredVerification } from "../../store/verifications.ts";
import { meterRead } from "../call/meter.ts";
import { renderVerification } from "./render.ts";

/** GET /v1/verifications/:id: for a session token, its own verification only, as if there were no other. */
export async function readVerification(c: AppContext, id: string) {
  const { services, principal } = c.var;
  const verification = await findVerification(c, id);
  await meterRead(c);
  return c.json(renderVerification(principal.scope, verification, services.clock()));
}

/** GET /v1/verifications: newest first. */
export async function readVerifications(c: AppContext, query: { limit: number; cursor: string | null }) {
  const { services } = c.var;
  const { scope } = requireSecretKey(c.var.principal);
  const page = { limit: query.limit + 1, before: query.cursor };
  const rows = await listVerifications(services.db, scope, page);
  const now = services.clock();
  return c.json(toPage(rows, query.limit, (row) => renderVerification(scope, row, now)));
}

/** The verification of this id that the caller may see, or 404. */
export async function findVerification(c: AppContext, id: string): Promise<StoredVerification> {
  const { services, principal } = c.var;
  if (principal.kind === "session_token" && principal.verificationId === id) return principal.verification;
  const found =
    principal.kind === "secret_key" ? await loadVerification(services.db, principal.scope, id) : undefined;
  if (found === undefined) throw new ApiError("not_found", "There is no such verification.");
  return found;
}
