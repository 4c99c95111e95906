import { ApiError } from "../../core/errors.ts";
import { ID_PREFIXES } from "../../core/ids.ts";
import { endsWithChecksum, hasValidTag, secretText } from "../../crypto/secret-text.ts";
import {
  type CredentialRequestRow,
  findWalletRequest,
  keepWalletAnswer as keeping,
} from "../../store/verifications/credential-requests.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import type { Context, Services } from "../commit/context.ts";
import { REQUEST_ID_LENGTH } from "./request-credential.ts";
import { openRequest } from "./request-secrets.ts";

const FORM = new RegExp(`^${ID_PREFIXES.credentialRequest}${secretText(REQUEST_ID_LENGTH)}$`);

const gone = () =>
  new ApiError("not_found", "The request is not known, was answered, or is over. Begin again on the page.");

/**
 * The request that a wallet was opened for. Throws 404 `not_found`, alike for an id that was never given, is
 * another's, has expired, or was answered.
 */
export async function existingWalletRequest(
  { db, serviceKey }: Pick<Services<"serviceKey">, "db" | "serviceKey">,
  id: string,
  now: number,
): Promise<CredentialRequestRow> {
  // Ids that the service has not made are recognised without a read: these calls have no other limit.
  if (!FORM.test(id) || !endsWithChecksum(id) || !(await hasValidTag(serviceKey, id))) throw gone();
  const row = await findWalletRequest(db, id);
  if (row === undefined || now >= row.expiresAt || row.answer !== null || row.usedAt !== null) throw gone();
  return row;
}

/** The signed request object of a wallet's link. Throws 404 `not_found` as `existingWalletRequest` does. */
export async function readWalletRequest(ctx: Context<"vault" | "serviceKey">, id: string): Promise<string> {
  const row = await existingWalletRequest(ctx.services, id, ctx.now);
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
