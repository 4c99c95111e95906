import type { CredentialOutcome } from "../../../vocabulary/credentials.ts";
import { ApiError } from "../../core/errors.ts";
import { ID_PREFIXES } from "../../core/ids.ts";
import { endsWithChecksum, hasValidTag, secretText } from "../../crypto/secret-text.ts";
import {
  type CredentialRequestRow,
  findWalletRequest,
  keepWalletAnswer as keeping,
  rejectWalletAnswer as rejecting,
} from "../../store/verifications/credential-requests.ts";
import { judgeCredential } from "../../verdicts/credential/judge.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import type { Context, Services } from "../commit/context.ts";
import { existingVerification } from "../verification-write.ts";
import { readAnswer } from "./read-answer.ts";
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

/** Outcomes of a credential that a trusted issuer signed as it is. */
const SIGNED: readonly CredentialOutcome[] = ["authentic", "expired"];

/** Rejected answers, with which a request ends. */
const MOST_REJECTED = 10;

/**
 * Keeps what a wallet posted, encrypted as it is, until the page's own call asks for it to be judged. Anyone
 * who has seen the link can post an answer: one that no trusted issuer has signed is rejected, and the
 * request stays open for the end user's wallet. The tenth rejected answer ends the request. Throws 404
 * `not_found` if the request takes no answer any more, and 400 `credential_request_mismatch` and
 * `credential_untrusted`.
 */
export async function keepWalletAnswer(
  ctx: Context<"vault" | "publicUrl">,
  { row, answer }: { readonly row: CredentialRequestRow; readonly answer: string },
): Promise<void> {
  const { services, now } = ctx;
  const scope = { tenantId: row.tenantId, mode: row.mode };
  try {
    await assertSigned(ctx, row, answer);
  } catch (error) {
    const rejected = rejecting(services.db, scope, row, { most: MOST_REJECTED, now });
    if (error instanceof ApiError && error.code !== "not_found")
      await commit(ctx, { statements: [rejected] });
    throw error;
  }
  const statements = keeping(services.db, scope, row, { answer, now });
  await commit(ctx, { statements }).catch(refuseOnConflict(gone()));
}

async function assertSigned(
  { services, now }: Context<"vault" | "publicUrl">,
  row: CredentialRequestRow,
  answer: string,
): Promise<void> {
  const { policy } = await existingVerification(services.db, row, row.verificationId);
  const read = await readAnswer(services, row, { protocol: "direct_post", answer }, { policy, now });
  if (SIGNED.includes(judgeCredential(read, now, "unchecked").outcome)) return;
  throw new ApiError(
    "credential_untrusted",
    "No issuer that this service trusts has signed the credential as it is. The request stays open: answer it with another one.",
    { param: "response" },
  );
}
