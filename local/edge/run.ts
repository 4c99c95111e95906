import { announce } from "../lifecycle.ts";
import { tickEach } from "./ticks.ts";
import { type EdgeOptions, type RunningEdge, startEdge } from "./workerd.ts";

/** Milliseconds between two runs of the scheduled handler. */
const TICK_MS = 1_000;

/**
 * Runs the edge until it is closed, and announces that it is ready. In place of the platform's cron, it runs
 * the scheduled handler each second.
 */
export async function runEdge(options: EdgeOptions): Promise<Pick<RunningEdge, "url" | "close">> {
  const edge = await startEdge(options);
  announce("ready", { url: edge.url });
  const stopTicking = tickEach(TICK_MS, edge.tick, (error) =>
    announce("tick_failed", { error: String(error) }),
  );
  return {
    url: edge.url,
    async close() {
      await stopTicking();
      await edge.close();
    },
  };
}
