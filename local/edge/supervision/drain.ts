import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** Shorter than miniflare takes to start a workerd in place of one that has ended. */
const POLL_MS = 5;

/**
 * Process ids of the workerds that this process runs: miniflare tells none. Empty where there is no /proc, as
 * on macOS.
 */
export async function childrenNow(): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const own = await Promise.all(pids.map(isOwn));
  return pids.filter((_, at) => own[at]);
}

/** `pid (command) state parent …`, where a command may hold anything (proc_pid_stat(5)). */
async function isOwn(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat.includes("(workerd)") && Number(parent) === process.pid && state !== "Z";
}

/**
 * Tells workerd to drain and waits until it has ended, for at most so long. On SIGTERM it takes no new
 * connection, answers what is under way, tells those clients that their connection ends, and ends itself.
 */
export async function drained(pids: readonly number[], limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  const alive = async () => (await Promise.all(pids.map(isOwn))).includes(true);
  for (const pid of pids) if (await isOwn(pid)) process.kill(pid, "SIGTERM");
  while ((await alive()) && performance.now() < until) await pause(POLL_MS);
}
