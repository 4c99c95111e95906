import { CREDENTIAL_UNCHECKED, type WalletProtocol } from "../../../vocabulary/credentials.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { PresentedCredential, ReadCredential } from "../../credentials/credential.ts";
import { instance } from "../../platform/figures.ts";
import {
  type CredentialRequestRow,
  findRequest,
  useRequest,
} from "../../store/verifications/credential-requests.ts";
import { credentialFields, TYPES_OF_KIND } from "../../verdicts/credential/fields.ts";
import { judgeCredential, type Standing } from "../../verdicts/credential/judge.ts";
import { requiredClaims } from "../../verdicts/credential/needed.ts";
import { CREDENTIAL_RULES } from "../../verdicts/credential/rules.ts";
import type { Policy } from "../../verification/policy.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import type { Verification } from "../../verification/types.ts";
import { type Check, type CheckContext, openDocumentCheck } from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { recordSigned, type SignedDocument } from "../signed/record-signed.ts";
import { compareWithPhoto } from "../signed/shown-document.ts";
import { mismatch, readAnswer, trustOf, type WalletAnswer } from "./read-answer.ts";
import { existingRequest } from "./request-state.ts";
import type { StatusLists } from "./status-lists.ts";

interface CredentialInput {
  readonly verification: Verification;
  readonly requestId: string;
  readonly protocol: WalletProtocol;
  /** The encrypted answer; null if the wallet has sent it itself. */
  readonly response: string | null;
  /** Null if no status list is fetched. */
  readonly statusLists: StatusLists | null;
}

/**
 * Checks a wallet's answer to a request of this verification, once. Throws 404 `not_found` for an unknown
 * request, and 400 `credential_request_expired`, `credential_request_used` and
 * `credential_request_mismatch`; then nothing is written.
 */
export async function checkCredential(
  ctx: CheckContext,
  { verification, requestId, protocol, response, statusLists }: CredentialInput,
): Promise<Answer> {
  const subject = { verification, customerRef: null, storeMedia: verification.policy.store_media };
  const named = { id: requestId, verificationId: verification.id };
  const row = await usableRequest(ctx, named);
  const check = await openDocumentCheck(ctx, subject, ["ocr", "fraud"], "credential");
  const answer = protocol === "direct_post" ? row.answer : response;
  if (answer === null) throw mismatch("No wallet has answered this request by its link.");
  const { policy } = verification;
  const read = await readAnswer(check.services, row, { protocol, answer }, { policy, now: check.now });
  const trust = { ...trustOf(check.services, check.scope, check.now), mode: check.scope.mode };
  const standing = (await statusLists?.standingOf(read, trust)) ?? "unchecked";
  const document = await judged(check, policy, { read, standing, protocol, answer });
  const statements = useRequest(check.services.db, check.scope, named, check.now);
  return recordSigned(check, { ...document, statements }).catch(async (error: unknown) => {
    // Of two answers at once, the second one's batch is rolled back, whichever statement failed.
    if ((await findRequest(check.services.db, check.scope, named))?.usedAt != null) throw used();
    throw error;
  });
}

const used = () =>
  new ApiError("credential_request_used", "The request was answered before. Create a new one.", {
    param: "request_id",
  });

async function usableRequest(
  { services, scope, actor, now }: CheckContext,
  named: { readonly id: string; readonly verificationId: string },
): Promise<CredentialRequestRow> {
  const row = await existingRequest(services, scope, named);
  if (row.usedAt !== null) throw used();
  if (now >= row.expiresAt) {
    const message = "The request has expired: it is valid for 180 seconds. Create a new one.";
    throw new ApiError("credential_request_expired", message, { param: "request_id" });
  }
  const jti = actor.kind === "token" ? actor.jti : null;
  if (row.jti !== jti) throw mismatch("The request was made with another session token.");
  return row;
}

interface Read extends WalletAnswer {
  readonly read: ReadCredential;
  readonly standing: Standing;
}

async function judged(
  check: Check,
  policy: Policy,
  { read, standing, protocol, answer }: Read,
): Promise<Omit<SignedDocument, "statements">> {
  const { now } = check;
  const verdict = judgeCredential(read, now, standing);
  const unsupported = read !== null && "unsupported" in read ? read.unsupported : null;
  const found = read !== null && "issuer" in read ? read : null;
  const claims = found?.claims ?? {};
  const isComplete = requiredClaims(policy).every((name) => claims[name] !== undefined);
  const outcome = verdict.outcome === "authentic" && !isComplete ? "not_readable" : verdict.outcome;
  instance.figures.signed("credential", outcome);
  const id = newId("credential", now);
  const fields = credentialFields(claims);
  const { sameAs } = await compareWithPhoto(check, { fields, face: null });
  const isCounted = outcome === "authentic";
  const isAge = isAgeOnly(policy) && claims.age_over !== undefined;
  const age = isAge ? { over: policy.min_age!, isReached: claims.age_over! } : null;
  return {
    ...{ id, kind: "credential" as const, event: "credential.completed" as const, outcome, fields },
    ...(found && { credential: { kind: found.kind, age } }),
    failed: verdict.checks.flatMap(({ name, status }) => (status === "fail" ? [name] : [])),
    strength: 128,
    sameAs,
    body: {
      cred_id: id,
      ...toBody(found, protocol, standing === "valid" || standing === "revoked"),
      unsupported_algorithm: unsupported,
      age_over: isCounted ? (claims.age_over ?? null) : null,
      deterministic_checks: verdict.checks.map((each) => ({
        ...each,
        explanation: CREDENTIAL_RULES[each.name].explanation,
      })),
    },
    types: found === null ? [] : TYPES_OF_KIND[found.kind],
    mrz: null,
    portrait: isCounted ? await signedPortrait(check, claims.portrait) : null,
    anchors: found?.issuer.anchor == null ? [] : [found.issuer.anchor.sha256],
    files: [new TextEncoder().encode(answer)],
  };
}

const toBody = (found: PresentedCredential | null, protocol: WalletProtocol, isListed: boolean) => ({
  kind: found?.kind ?? null,
  format: found?.format ?? null,
  doctype: found?.type ?? null,
  protocol,
  issuer: found && issuerOf(found),
  unrequested_claims: found?.unrequested ?? 0,
  not_checked: CREDENTIAL_UNCHECKED.filter((each) => each !== "status" || !isListed),
});

const issuerOf = ({ issuer: { country, commonName, anchor } }: PresentedCredential) => ({
  country,
  name: commonName,
  anchor: anchor && { country: anchor.country, sha256: anchor.sha256 },
});

/**
 * The face of a signed portrait, for the comparison with the selfie; null without one, if it cannot be
 * decoded, or if it shows no face: then a person must look.
 */
async function signedPortrait(
  { services, call }: Check,
  portrait: Uint8Array | undefined,
): Promise<SignedDocument["portrait"]> {
  if (portrait === undefined || portrait.length === 0) return null;
  try {
    const image = { param: "response", content: portrait };
    return await services.inference.readPortrait(image, call.inferenceUse);
  } catch (error) {
    // What the wallet sent is no usable image. An outage is no statement about it.
    if (error instanceof ApiError && error.code !== "service_unavailable") return null;
    throw error;
  }
}
