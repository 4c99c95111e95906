import { ApiError } from "../../core/errors.ts";
import { isId, newId } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { toHex } from "../../crypto/encoding.ts";
import type { Statement } from "../../store/batch.ts";
import {
  type ChallengeRow,
  findChallenge,
  insertChallenge,
  useChallenge,
} from "../../store/verifications/challenges.ts";
import { assertAccepts, assertTakes } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { ScopeContext, Services } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";

const LIFETIME_MS = 120_000;
/** ICAO Doc 9303-11: RND.IFD of active authentication. */
const BYTES = 8;
const PARAM = "chip_challenge_id";

interface ChipChallenge {
  readonly id: string;
  /** In hex. */
  readonly challenge: string;
  readonly customerRef: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The token of a device; null for a secret key. */
const tokenOf = ({ actor }: Pick<ScopeContext, "actor">): string | null =>
  actor.kind === "token" ? actor.jti : null;

/**
 * Issues eight random bytes that a chip signs with its own key. They count once, for this verification and
 * with the same credential: otherwise an answer that was recorded elsewhere would show a chip that is not
 * here.
 */
export async function issueChipChallenge(
  ctx: CallContext<ChipChallenge>,
  { verification }: { readonly verification: Verification | null },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  if (verification !== null) {
    assertTakes(verification, "ocr", now);
    assertAccepts(verification, "chip");
  }
  const id = newId("chipChallenge", now);
  const challenge = toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
  const expiresAt = now + LIFETIME_MS;
  const verificationId = verification?.id ?? null;
  const row = { id, verificationId, action: challenge, token: tokenOf(ctx), createdAt: now, expiresAt };
  const customerRef = verification?.customerRef ?? null;
  return commitResult(
    ctx,
    { statements: [insertChallenge(services.db, scope, row)] },
    { id, challenge, customerRef, expiresAt },
  );
}

/** A challenge that a call may use, and the statement that uses it. */
export interface UsableChallenge {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly use: Statement;
}

/**
 * The chip challenge of this id, for this verification and credential. Throws 400 `chip_challenge_invalid`,
 * `chip_challenge_expired` or `chip_challenge_used`.
 */
export async function loadChipChallenge(
  ctx: ScopeContext,
  { id, verificationId }: { readonly id: string; readonly verificationId: string | null },
): Promise<UsableChallenge> {
  const { services, scope, now } = ctx;
  const row = isId("chipChallenge", id) ? await findChallenge(services.db, scope, id) : undefined;
  if (row === undefined || row.verificationId !== verificationId || row.token !== tokenOf(ctx)) {
    throw new ApiError(
      "chip_challenge_invalid",
      "The chip_challenge_id is not one of this verification and credential. Create a new challenge.",
      { param: PARAM },
    );
  }
  if (row.usedAt !== null) throw used();
  if (row.expiresAt <= now) {
    throw new ApiError(
      "chip_challenge_expired",
      "The challenge has expired: it is valid for 120 seconds. Create a new one.",
      { param: PARAM },
    );
  }
  return { id, bytes: bytesOf(row), use: useChallenge(services.db, scope, id, now) };
}

const bytesOf = ({ action }: ChallengeRow): Uint8Array =>
  Uint8Array.from({ length: BYTES }, (_, i) => Number.parseInt(action.slice(2 * i, 2 * i + 2), 16));

/** Throws 400 `chip_challenge_used` if another call has used the challenge meanwhile. */
export async function requireUnusedByChip({ db }: Services, scope: Scope, id: string): Promise<void> {
  if ((await findChallenge(db, scope, id))?.usedAt != null) throw used();
}

const used = () =>
  new ApiError("chip_challenge_used", "The challenge has been used already. Create a new one.", {
    param: PARAM,
  });
