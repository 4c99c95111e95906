/**
 * What each process of the stack does alike: stdout carries one JSON object a line, each with an `event`;
 * SIGTERM or SIGINT ends it in order, and so does the death of the process that started it; a failure to
 * start is one line on stderr and exit 1.
 */
export async function runService(
  start: (environment: NodeJS.ProcessEnv) => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const service = await start(process.env);
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      service.close().then(() => process.exit(0), fail);
    };
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.on(signal, stop);
  } catch (error) {
    fail(error);
  }
}

export function announce(event: string, facts: Readonly<Record<string, unknown>> = {}): void {
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
