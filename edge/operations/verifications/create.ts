import { TTL } from "../../auth/session-token.ts";
import { mayReturnTo, toReturnOrigin } from "../../capture-settings/origins.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { isLoopback, namesUser } from "../../platform/variables.ts";
import { findCaptureSettings } from "../../store/tenancy/capture-settings.ts";
import { insertVerification } from "../../store/verifications/verifications.ts";
import type { Expected } from "../../verdicts/details/compare.ts";
import { type Policy, withExpected } from "../../verification/policy.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import type { CapturePresets, Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { encryptExpected } from "../encrypted-expected.ts";
import { usableVersion } from "../policies/policies.ts";
import { requireRegistration } from "../registrations/present-registration.ts";
import { enactNewReference } from "../test-reference.ts";
import { beginVerification } from "./begin.ts";
import { type MintedToken, mintToken, type NewLink, newLink } from "./mint.ts";

interface NewVerification {
  readonly customerRef: string;
  readonly policy: Policy;
  /** The named policy to use in place of `policy`, with its last version if none is named; null for none. */
  readonly named: { readonly id: string; readonly version?: number | undefined } | null;
  /** Preset of the capture page; null for none. */
  readonly capture: CapturePresets | null;
  /** The details that the document has to show; null for none. */
  readonly expected: Expected | null;
  /** The tenant's own labels; null for none. */
  readonly metadata: Readonly<Record<string, string>> | null;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

interface Created {
  readonly verification: Verification;
  readonly token: MintedToken;
  readonly link: NewLink;
}

/**
 * Makes a verification under a frozen policy, with a session token and a link. Throws 400 `invalid_parameter`
 * if people may not return to the address, for a named policy that cannot be used, and for expected details
 * if the policy compares none; and 404 `registration_not_found` if the policy compares a registered face and
 * none counts.
 */
export async function createVerification(
  ctx: CallContext<Created, "tokens" | "serviceKey" | "inference">,
  { customerRef, capture, metadata, maxTtlSeconds, ...given }: NewVerification,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  await enactNewReference(scope, customerRef);
  await assertReturns(ctx, capture);
  const named = given.named && (await usableVersion(services.db, scope, given.named));
  const chosen = named?.version.policy ?? given.policy;
  if (given.expected !== null) assertCompares(chosen);
  await requireRegistration(ctx, { customerRef, policy: chosen });
  const id = newId("verification", now);
  const expected = given.expected && (await encryptExpected(services.vault, scope, id, given.expected));
  const policy = expected === null ? chosen : withExpected(chosen);
  const origin = { policyId: named?.row.id ?? null, policyVersion: named?.version.version ?? null };
  const about = { capture, expected, metadata, ...origin };
  const verification = await beginVerification(ctx, { id, customerRef, policy, ...about });
  const ttlSeconds = Math.min(TTL.default, maxTtlSeconds);
  const bound = { verificationId: verification.id };
  const { statement, ...token } = await mintToken(services, scope, bound, now, ttlSeconds);
  const { statements: ofLink, ...link } = await newLink(services, scope, verification, now);
  const statements = [...insertVerification(services.db, scope, verification, now), statement, ...ofLink];
  return commitResult(ctx, { statements }, { verification, token, link });
}

/** Refuses expected details under a policy that reads no document to compare them with, or compares none. */
function assertCompares(policy: Policy): void {
  const refuse = (reason: string): never => {
    throw new ApiError("invalid_parameter", `expected ${reason}`, { param: "expected" });
  };
  if (isAgeOnly(policy)) refuse("cannot be given with purpose: age, which compares no details.");
  if (!policy.steps.includes("document")) {
    refuse("needs the document step. Add document to policy.steps, or remove expected.");
  }
}

/** Only the tenant's server sets the address, and it is on the tenant's list: no open redirect. */
async function assertReturns(
  { services, scope }: ScopeContext,
  capture: CapturePresets | null,
): Promise<void> {
  const returnUrl = capture?.returnUrl ?? null;
  if (returnUrl === null) return;
  const { returnOrigins } = await findCaptureSettings(services.db, scope.tenantId);
  if (mayReturnTo(returnOrigins, returnUrl, scope.mode)) return;
  const parsed = new URL(returnUrl);
  const { protocol, origin, hostname } = parsed;
  const isWeb = protocol === "https:" || protocol === "http:";
  if (!isWeb && toReturnOrigin(protocol) === null) {
    const message =
      "return_url must begin with https://, or with the scheme of an app, such as com.example.app:";
    throw new ApiError("invalid_parameter", message, { param: "return_url" });
  }
  if (namesUser(parsed)) {
    const message = "return_url must not have a user name or password.";
    throw new ApiError("invalid_parameter", message, { param: "return_url" });
  }
  if (protocol === "http:" && !isLoopback(hostname)) {
    const message =
      "return_url must begin with https://, or with the scheme of an app. In test mode, http://localhost:PORT may be allowed, too.";
    throw new ApiError("invalid_parameter", message, { param: "return_url" });
  }
  const given = isWeb ? origin : protocol;
  const allowed = returnOrigins.length === 0 ? "none yet" : returnOrigins.join(", ");
  const message = `return_url must lead to an allowed return origin (${allowed}), not to ${given}. Add origins in the dashboard under Capture.`;
  throw new ApiError("invalid_parameter", message, { param: "return_url" });
}
