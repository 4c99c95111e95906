import { ANCHORS_OF, type WalletProtocol } from "../../../vocabulary/credentials.ts";
import { ApiError } from "../../core/errors.ts";
import type { Mode } from "../../core/scope.ts";
import { queriesOf } from "../../credentials/claims.ts";
import type { ReadCredential } from "../../credentials/credential.ts";
import {
  MalformedCredentialError,
  NotForRequestError,
  UnsupportedAlgorithmError,
} from "../../credentials/errors.ts";
import type { Trust } from "../../credentials/issuer.ts";
import { readPresentation } from "../../credentials/presentation.ts";
import { findIssuers } from "../../store/trust-anchors.ts";
import type { CredentialRequestRow } from "../../store/verifications/credential-requests.ts";
import { neededClaims } from "../../verdicts/credential/needed.ts";
import type { Policy } from "../../verification/policy.ts";
import type { Services } from "../commit/context.ts";
import { openRequest } from "./request-secrets.ts";

/** An encrypted answer of a wallet, in this protocol. */
export interface WalletAnswer {
  readonly protocol: WalletProtocol;
  readonly answer: string;
}

export const mismatch = (message: string, cause?: unknown) =>
  new ApiError("credential_request_mismatch", `${message} Create a new request.`, {
    param: "request_id",
    cause,
  });

/** The trust anchors of a mode that count now. */
export const trustOf = (
  { db }: Pick<Services, "db">,
  { mode }: { readonly mode: Mode },
  now: number,
): Trust => ({
  now,
  anchors: ({ kind, sha256: itself, keyId, country }) =>
    findIssuers(db, { mode, kind: ANCHORS_OF[kind], itself, keyId, country }),
});

/**
 * The credential of an answer to this request; null if it has no one reading. Throws 400
 * `credential_request_mismatch` for an answer that is not to this request.
 */
export async function readAnswer(
  services: Services<"vault">,
  row: CredentialRequestRow,
  { protocol, answer }: WalletAnswer,
  { policy, now }: { readonly policy: Policy; readonly now: number },
): Promise<ReadCredential> {
  const { secrets, link } = await openRequest(services, row);
  const request = { secrets, link, origin: row.origin, queries: queriesOf(neededClaims(policy)) };
  try {
    return await readPresentation(protocol, { response: answer }, request, trustOf(services, row, now));
  } catch (error) {
    if (error instanceof MalformedCredentialError) return null;
    if (error instanceof UnsupportedAlgorithmError) return { unsupported: error.algorithm };
    if (!(error instanceof NotForRequestError)) throw error;
    throw mismatch("The wallet's answer is not for this request.", error);
  }
}
