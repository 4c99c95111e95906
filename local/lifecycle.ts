/**
 * Entry point of a process of the stack. All of them behave alike: stdout carries one JSON object a line,
 * each with an `event`. SIGTERM, SIGINT and the death of the parent process end it in order. A failure to
 * start is one line on stderr and exit code 1.
 */
export async function runUntilStopped(
  start: (environment: NodeJS.ProcessEnv) => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const running = await start(process.env);
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      running.close().then(() => process.exit(0), fail);
    };
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) {
      // Miniflare's own handler ends the process at once, before anything could be closed.
      process.removeAllListeners(signal);
      process.on(signal, stop);
    }
  } catch (error) {
    fail(error);
  }
}

/** Writes one event to stdout, which the supervisor reads. */
export function announce(event: string, facts: Readonly<Record<string, unknown>> = {}): void {
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
}

function fail(error: unknown): void {
  // The stack that has started it reports a taken port, and starts it on another one.
  if (process.connected && hasCode(error, "EADDRINUSE")) process.exit(1);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
