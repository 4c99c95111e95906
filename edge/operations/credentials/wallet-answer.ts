import { ApiError } from "../../core/errors.ts";
import type { Database } from "../../store/batch.ts";
import {
  type CredentialRequestRow,
  findWalletRequest,
  keepWalletAnswer as keeping,
} from "../../store/verifications/credential-requests.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import type { Context } from "../commit/context.ts";
import { openRequest } from "./request-secrets.ts";

const gone = () =>
  new ApiError("not_found", "The request is not known, was answered, or is over. Begin again on the page.");

/**
 * The request that a wallet was opened for. Throws 404 `not_found`, alike for an id that was never given, is
 * another's, has expired, or was answered.
 */
export async function existingWalletRequest(
  db: Database,
  id: string,
  now: number,
): Promise<CredentialRequestRow> {
  const row = await findWalletRequest(db, id);
  if (row === undefined || now >= row.expiresAt || row.answer !== null || row.usedAt !== null) throw gone();
  return row;
}

/** The signed request object of a wallet's link. Throws 404 `not_found` as `existingWalletRequest` does. */
export async function readWalletRequest(ctx: Context<"vault">, id: string): Promise<string> {
  const row = await existingWalletRequest(ctx.services.db, id, ctx.now);
  const { link } = await openRequest(ctx.services, row);
  if (link === null) throw gone();
  return link.requestObject;
}

/**
 * Keeps what a wallet posted, unread: it is encrypted to the request's key, and judged only when the page's
 * own call asks for it. Throws 404 `not_found` if the request takes no answer any more.
 */
export async function keepWalletAnswer(
  ctx: Context,
  { row, answer }: { readonly row: CredentialRequestRow; readonly answer: string },
): Promise<void> {
  const { tenantId, mode } = row;
  const statements = keeping(ctx.services.db, { tenantId, mode }, row, { answer, now: ctx.now });
  await commit(ctx, { statements }).catch(refuseOnConflict(gone()));
}
