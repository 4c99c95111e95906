import { setTimeout as pause } from "node:timers/promises";
import { announce } from "../lifecycle.ts";
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
 * the scheduled handler each second.
 */
export async function runEdge(
  options: EdgeOptions,
  { lameDuck, drainLimit }: Leaving,
): Promise<Pick<RunningEdge, "url" | "metrics" | "close">> {
  const edge = await startEdge(options);
  announce("ready", { url: edge.url });
  const stopTicking = tickEach(TICK_MS, edge.tick, (error) =>
    announce("tick_failed", { error: String(error) }),
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
      const ticked = stopTicking();
      if (lameDuck > 0) {
        announce("draining");
        await edge.leave();
        await pause(lameDuck * 1_000);
      }
      const until = performance.now() + drainLimit * 1_000;
      await Promise.race([ticked, pause(drainLimit * 1_000)]);
      await edge.close(Math.max(0, until - performance.now()));
    },
  };
}
