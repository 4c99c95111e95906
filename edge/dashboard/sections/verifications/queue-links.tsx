import type { Ruling } from "../../../../vocabulary/verifications.ts";
import { nearestInQueue } from "../../../store/verifications/history.ts";
import { type DashboardContext, to } from "../../shell/context.ts";

/** The neighbours of a verification in the review queue; null at the queue's ends. */
export interface Neighbours {
  readonly previous: string | null;
  /** After the last one, the one that has waited longest. */
  readonly next: string | null;
}

export async function findNeighbours(c: DashboardContext, id: string): Promise<Neighbours> {
  const { db } = c.var.services;
  const { scope } = c.var;
  const [behind, previous] = await Promise.all([
    nearestInQueue(db, scope, "behind", id),
    nearestInQueue(db, scope, "before", id),
  ]);
  const next = behind ?? (await nearestInQueue(db, scope, "behind", null));
  return { previous, next: next === id ? null : next };
}

/** Links to the neighbours in the queue, with access keys: `p` for the previous one, `n` for the next one. */
export function QueueLinks({ c, of: { previous, next } }: { c: DashboardContext; of: Neighbours }) {
  return (
    <>
      {previous !== null && (
        <a class="button plain" href={to(c, "verifications", previous)} accesskey="p" rel="prev">
          Previous in queue
        </a>
      )}
      {next !== null && (
        <a class="button plain" href={to(c, "verifications", next)} accesskey="n" rel="next">
          Next in queue
        </a>
      )}
    </>
  );
}

/** The access key that opens the form of a ruling. */
export const RULING_KEYS = { approved: "a", declined: "x" } as const satisfies Record<Ruling, string>;

const RULING_WORDS = { approved: "approve", declined: "decline" } as const satisfies Record<Ruling, string>;

/** The page's access keys in words. */
export const AccessKeys = ({
  of: { previous, next },
  rulings,
}: {
  of: Neighbours;
  rulings: readonly Ruling[];
}) => (
  <p class="hint">
    Access keys:{" "}
    {previous !== null && (
      <>
        <kbd>p</kbd> previous,{" "}
      </>
    )}
    {next !== null && (
      <>
        <kbd>n</kbd> next,{" "}
      </>
    )}
    {rulings.map((ruling) => (
      <>
        <kbd>{RULING_KEYS[ruling]}</kbd> {RULING_WORDS[ruling]},{" "}
      </>
    ))}
    <kbd>q</kbd> the queue. Browsers combine them with Alt, Alt and Shift, or Ctrl and Option.
  </p>
);
