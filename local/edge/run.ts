import { setTimeout as pause } from "node:timers/promises";
import { announce } from "../lifecycle.ts";
import { type ReplacementLimits, replaceWhenDue } from "./supervision/replacement.ts";
import { tickEach } from "./supervision/ticks.ts";
import type { EdgeOptions } from "./worker-options.ts";
import { type RunningEdge, startEdge } from "./workerd.ts";

/** Milliseconds between two runs of the scheduled handler. */
const TICK_MS = 1_000;

/** How an edge leaves: seconds, so as settings have them. */
export interface Leaving {
  /** For so long calls are still taken, while `/health` says that they should go elsewhere. */
  readonly lameDuck: number;
  /** For so long at most what is under way goes on after that, the scheduled work first. */
  readonly drainLimit: number;
}

/**
 * Runs the edge until it is closed, and announces that it is ready. In place of the platform's cron, it runs
 * the scheduled handler each second. It has workerd replaced when that is due.
 */
export async function runEdge(
  options: EdgeOptions,
  { lameDuck, drainLimit }: Leaving,
  limits: ReplacementLimits,
): Promise<Pick<RunningEdge, "url" | "metrics" | "close">> {
  const edge = await startEdge(options);
  announce("ready", { url: edge.url });
  const startTicking = () =>
    tickEach(TICK_MS, edge.tick, (error) => announce("tick_failed", { error: String(error) }));
  let stopTicking = startTicking();

  /** The schedule rests meanwhile: nobody would answer it. */
  async function replace(needsQuiet: boolean): Promise<boolean> {
    const late = pause(drainLimit * 1_000, false, { ref: false });
    const isResting = await Promise.race([stopTicking().then(() => true), late]);
    try {
      if (needsQuiet && !(isResting && (await edge.memory()).isQuiet)) return false;
      const began = performance.now();
      await edge.replace(drainLimit * 1_000);
      announce("replaced", { seconds: Math.round(performance.now() - began) / 1_000 });
      return true;
    } finally {
      stopTicking = startTicking();
    }
  }

  const stopReplacing = replaceWhenDue({ memory: edge.memory, replace }, limits, (error) =>
    announce("replacement_failed", { error: String(error) }),
  );
  // Whoever runs this process starts it again, as after any other crash.
  void edge.lost.then((error) => {
    announce("lost", { error: String(error) });
    process.exit(1);
  });
  return {
    url: edge.url,
    metrics: edge.metrics,
    async close() {
      await stopReplacing();
      const ticked = stopTicking();
      if (lameDuck > 0) {
        announce("leaving");
        await edge.leave();
        await pause(lameDuck * 1_000);
      }
      const until = performance.now() + drainLimit * 1_000;
      await Promise.race([ticked, pause(drainLimit * 1_000)]);
      await edge.close(Math.max(0, until - performance.now()));
    },
  };
}
