import type { AttemptResult } from "#edge/webhooks/delivery/outcome.ts";
import { between, pick, type Random } from "#lab/material/random.ts";

/** A receiver's response, and its delay in milliseconds. */
export interface Reply {
  readonly result: AttemptResult;
  readonly tookMs: number;
}

/** A receiver's temper: how it replies at a moment of virtual time. */
export type Receiver = (random: Random, now: number) => Reply;

const answers = (status: number, tookMs: number): Reply => ({ result: { status, error: null }, tookMs });
const fails = (error: "timeout" | "connection_failed", tookMs: number): Reply => ({
  result: { status: null, error },
  tookMs: Math.round(tookMs),
});
const quick = (random: Random) => Math.round(between(random, 1, 300));

const good: Receiver = (random) => answers(random() < 0.95 ? 200 : 204, quick(random));
const slow: Receiver = (random) => answers(202, Math.round(between(random, 1_000, 9_900)));
const hanging: Receiver = () => fails("timeout", 10_000);
const broken: Receiver = (random) => answers(pick(random, [302, 400, 404, 500, 503]), quick(random));
const unreachable: Receiver = (random) => fails("connection_failed", quick(random));
const leaving: Receiver = (random) => (random() < 0.1 ? answers(410, quick(random)) : good(random, 0));
const moody: Receiver = (random, now) =>
  pick(random, [good, slow, hanging, broken, unreachable])(random, now);

/** Good and bad for minutes at a time. */
const flapping: Receiver = (random, now) =>
  (Math.floor(now / 180_000) % 2 === 0 ? good : broken)(random, now);

/** Down for its first hours, then healthy: the case for a retry table. */
const recovering: Receiver = (random, now) => (now % 86_400_000 < 7_200_000 ? broken : good)(random, now);

export const RECEIVERS: readonly Receiver[] = [
  good,
  good,
  good,
  slow,
  hanging,
  broken,
  unreachable,
  leaving,
  moody,
  flapping,
  recovering,
];
