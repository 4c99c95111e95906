import { TTL } from "../../auth/session-token.ts";
import { newId } from "../../ids.ts";
import { insertVerification } from "../../store/verifications/verifications.ts";
import { newVerification } from "../../verification/machine.ts";
import type { Policy } from "../../verification/policy.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { enactTestReference } from "../parts/test-reference.ts";
import { type MintedToken, mintToken } from "./parts/mint.ts";

interface NewVerification {
  readonly customerRef: string;
  readonly policy: Policy;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

interface Created {
  readonly verification: Verification;
  readonly token: MintedToken;
}

/** Makes a verification under a frozen policy, and a session token for it. */
export async function createVerification(
  ctx: CallContext<Created, "tokens">,
  { customerRef, policy, maxTtlSeconds }: NewVerification,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  await enactTestReference(scope, customerRef);
  const verification = newVerification(newId("verification", now), customerRef, policy, now);
  const ttlSeconds = Math.min(TTL.default, maxTtlSeconds);
  const { statement, ...token } = await mintToken(services, scope, verification.id, now, ttlSeconds);
  const statements = [...insertVerification(services.db, scope, verification, now), statement];
  return commitResult(ctx, { statements }, { verification, token });
}
