import type { RequestState } from "../../../vocabulary/credentials.ts";
import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import { type CredentialRequestRow, findRequest } from "../../store/verifications/credential-requests.ts";
import type { Services } from "../commit/context.ts";

interface Named {
  readonly id: string;
  readonly verificationId: string;
}

/** The verification's request. Throws 404 `not_found`, alike for an id of another verification or tenant. */
export async function existingRequest(
  { db }: Pick<Services, "db">,
  scope: Scope,
  named: Named,
): Promise<CredentialRequestRow> {
  const row = await findRequest(db, scope, named);
  if (row !== undefined) return row;
  const message = "This verification has no such credential request. Create one, and send its request_id.";
  throw new ApiError("not_found", message, { param: "request_id" });
}

/** How far a request has come. Throws 404 `not_found`. */
export async function requestState(
  services: Pick<Services, "db">,
  scope: Scope,
  named: Named,
  now: number,
): Promise<{ readonly state: RequestState; readonly expiresAt: number }> {
  const row = await existingRequest(services, scope, named);
  return { state: stateOf(row, now), expiresAt: row.expiresAt };
}

function stateOf({ usedAt, answer, expiresAt }: CredentialRequestRow, now: number): RequestState {
  if (usedAt !== null) return "used";
  if (now >= expiresAt) return "expired";
  return answer === null ? "waiting" : "answered";
}
