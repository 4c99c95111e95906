import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import { REPLAYS } from "../../limits/rules.ts";
import { measurementsOf } from "../../store/verifications/measurements.ts";
import { type DecidedFilter, listDecided } from "../../store/verifications/verifications.ts";
import { compareDecision, type LeftOut } from "../../verdicts/replay/replay.ts";
import { type Tally, Tallying } from "../../verdicts/replay/tally.ts";
import type { Measurement } from "../../verification/measured.ts";
import type { Policy } from "../../verification/policy.ts";
import { ERASED_REF, type Verification } from "../../verification/types.ts";
import type { Services } from "../commit/context.ts";

/** Most decisions of one replay by a caller of the API or the dashboard. */
export const MOST_REPLAYED = 1_000;

/** Decisions that are read and replayed at once: in between, other requests are served. */
const PAGE = 50;

/** Milliseconds after which a caller's replay ends where it is. */
const PATIENCE_MS = 5_000;

interface Requested extends DecidedFilter {
  readonly policy: Policy;
  /** At most `MOST_REPLAYED` for a caller. */
  readonly limit: number;
  /** Only decisions older than this verification's id; null for the newest. */
  readonly before: string | null;
}

/** Why a decision was not replayed. */
export type Omission = LeftOut | "erased";

/** What a policy would have changed, and where the next call continues. */
export interface ReplayReport extends Tally {
  /** Decisions that were looked at: those replayed, and those left out. */
  readonly examined: number;
  readonly leftOut: ReadonlyMap<Omission, number>;
  /** The last verification that was looked at; null if no older decision is left. */
  readonly next: string | null;
}

/**
 * Replays past decisions for a caller: within five seconds, and at most ten times a minute for a tenant and
 * mode, so that replays leave an edge free for other calls. Throws 429 `rate_limited`.
 */
export async function requestReplay(
  services: Pick<Services<"clock" | "limiter">, "db" | "clock" | "limiter">,
  scope: Scope,
  requested: Requested,
): Promise<ReplayReport> {
  const counter = `replays:${scope.tenantId}:${scope.mode}`;
  const { allowed, resetMs } = await services.limiter.take(counter, [REPLAYS]);
  if (!allowed) {
    const retryAfter = Math.max(1, Math.ceil(resetMs / 1000));
    const message = `A mode has ${REPLAYS.limit} replays a minute.`;
    throw new ApiError("rate_limited", message, { retryAfter });
  }
  return replayDecisions(services, scope, { ...requested, patienceMs: PATIENCE_MS });
}

/**
 * Replays past decisions under a policy, newest first. It reads, and changes nothing. It ends after `limit`
 * decisions or `patienceMs`, whichever comes first.
 */
export async function replayDecisions(
  { db, clock }: Pick<Services<"clock">, "db" | "clock">,
  scope: Scope,
  { policy, limit, before, patienceMs, ...filter }: Requested & { readonly patienceMs: number },
): Promise<ReplayReport> {
  const tallying = new Tallying();
  const leftOut = new Map<Omission, number>();
  const until = clock() + patienceMs;
  let examined = 0;
  let last = before;
  for (;;) {
    const size = Math.min(PAGE, limit - examined);
    // The surplus row only shows that older decisions are left.
    const rows = await listDecided(db, scope, filter, { limit: size + 1, before: last });
    const page = rows.slice(0, size);
    const measured = await measurementsOf(
      db,
      scope,
      page.map(({ id }) => id),
    );
    for (const verification of page) {
      const measurements = measured.get(verification.id) ?? [];
      const compared = comparisonOf(scope, verification, measurements, policy);
      if (typeof compared === "string") leftOut.set(compared, (leftOut.get(compared) ?? 0) + 1);
      else tallying.add(compared, issuingStateOf(measurements));
    }
    examined += page.length;
    last = page.at(-1)?.id ?? last;
    const isOver = rows.length <= size;
    if (isOver || examined >= limit || clock() >= until) {
      return { ...tallying.tally, examined, leftOut, next: isOver ? null : last };
    }
  }
}

const comparisonOf = (
  { mode }: Scope,
  verification: Verification,
  measurements: readonly Measurement[],
  policy: Policy,
) =>
  verification.customerRef === ERASED_REF
    ? "erased"
    : compareDecision({ mode, verification, measurements }, policy);

/** Of the last document that was read. */
const issuingStateOf = (measurements: readonly Measurement[]): string | null =>
  measurements.flatMap(({ measured }) => measured.reading ?? []).at(-1)?.issuingState ?? null;
