import { quantile } from "../../../../inference/statistics.ts";
import type { Walked } from "../theatre.ts";
import type { Walk } from "../walks.ts";
import type { End, Entry } from "./journal.ts";

/** Whether a walk ended as it has to, for one of its own reasons and without a complaint. */
function isRight({ decision, reasons }: Walk, end: End): boolean {
  if ("stuck" in end || end.decision !== decision || end.complaints.length > 0) return false;
  return reasons === undefined || end.reasons.some((reason) => reasons.includes(reason));
}

export function lineOf({ walk, seed, end }: Entry): string {
  const who = `${walk.padEnd(15)}${String(seed).padStart(4)}  `;
  if ("stuck" in end) return `${who}stuck: ${end.stuck}`;
  const { decision, reasons, actions, changes, ms, bytesUp, complaints, signals } = end;
  const told = [decision, ...reasons, ...changes, ...signals, ...complaints].join(", ");
  return `${who}${seconds(ms)}  ${kilobytes(bytesUp)}  ${actions.join(" ").padEnd(12)}  ${told}`;
}

/** What came of a campaign, kind by kind; `missed` counts the walks that ended otherwise. */
export function summaryOf(kinds: readonly Walk[], entries: readonly Entry[]) {
  const lines: string[] = [];
  let missed = 0;
  for (const kind of kinds) {
    const ends = entries.filter(({ walk }) => walk === kind.name).map(({ end }) => end);
    const right = ends.filter((end) => isRight(kind, end)) as Walked[];
    missed += ends.length - right.length;
    lines.push(`${kind.name.padEnd(15)}${right.length} of ${ends.length} ${kind.decision}${timesOf(right)}`);
  }
  const actions = entries.flatMap(({ end }) => ("stuck" in end ? [] : end.actions));
  lines.push(`actions drawn  ${tally(actions)}`);
  lines.push(missed === 0 ? "holds" : `DOES NOT HOLD: ${missed} ended otherwise`);
  return { lines, missed };
}

function timesOf(walked: readonly Walked[]): string {
  if (walked.length === 0) return "";
  const times = walked.map(({ ms }) => ms).sort((a, b) => a - b);
  const most = Math.max(...walked.map(({ bytesUp }) => bytesUp));
  return `; p50 ${seconds(quantile(times, 0.5))}, most ${seconds(times.at(-1)!)}; most ${kilobytes(most)} up`;
}

function tally(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].map(([name, { length }]) => `${name} ${length}`).join(", ");
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;
