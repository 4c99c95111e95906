import { quantile } from "../../../inference/statistics.ts";
import { withEnvironment } from "./environment.ts";
import type { Walked } from "./scenario.ts";
import type { Walk } from "./walks.ts";

/** How a walk ended; one that got stuck, with why. */
type End = Walked | { readonly stuck: string };

interface Options {
  readonly hands: "mouse" | "keyboard";
  /** No walk starts after this many minutes. */
  readonly minutes: number;
}

/** Walks one person after another. Resolves with whether all ended as they have to. */
export async function walkAll(
  due: readonly { readonly walk: Walk; readonly seed: number }[],
  { hands, minutes }: Options,
): Promise<boolean> {
  const until = performance.now() + minutes * 60_000;
  const ends: { readonly walk: Walk; readonly end: End }[] = [];
  await withEnvironment(hands, async ({ scenario, personas }) => {
    for (const { walk, seed } of due) {
      if (performance.now() > until) return;
      const person = await walk.personas(personas, seed);
      const end: End = await scenario.walk(walk, person, `${walk.name} ${seed}`).catch(stuck);
      ends.push({ walk, end });
      console.log(
        `${ends.length}/${due.length}  ${walk.name.padEnd(15)}${String(seed).padStart(4)}  ${lineOf(end)}`,
      );
    }
  });
  const right = ends.filter(({ walk, end }) => isRight(walk, end));
  for (const walk of new Set(due.map((each) => each.walk))) {
    const of = (all: typeof ends) => all.filter((each) => each.walk === walk);
    const times = of(right).map(({ end }) => (end as Walked).ms);
    const timing =
      times.length === 0 ? "" : `; p50 ${seconds(quantile(times, 0.5))}, most ${seconds(Math.max(...times))}`;
    console.log(`${walk.name.padEnd(15)}${of(right).length} of ${of(ends).length} ${walk.decision}${timing}`);
  }
  const left = due.length - ends.length;
  if (left > 0) console.log(`not walked     ${left}, for want of time`);
  const missed = ends.length - right.length;
  console.log(missed === 0 ? "holds" : `DOES NOT HOLD: ${missed} ended otherwise`);
  return missed === 0 && left === 0;
}

const stuck = (error: unknown): End => ({ stuck: String(error).split("\n", 4).join(" ") });

/** Whether a walk ended as it has to, for one of its own reasons and without a complaint. */
function isRight({ decision, reasons }: Walk, end: End): boolean {
  if ("stuck" in end || end.decision !== decision || end.complaints.length > 0) return false;
  return reasons === undefined || end.reasons.some((reason) => reasons.includes(reason));
}

function lineOf(end: End): string {
  if ("stuck" in end) return `stuck: ${end.stuck}`;
  const { decision, reasons, actions, changes, ms, bytesUp, complaints, signals } = end;
  const facts = [decision, ...reasons, ...changes, ...signals, ...complaints].join(", ");
  return `${seconds(ms)}  ${(bytesUp / 1_000).toFixed(0)} kB  ${actions.join(" ").padEnd(12)}  ${facts}`;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
