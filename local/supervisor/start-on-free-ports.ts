import { probe } from "./ports.ts";
import type { Facts, SupervisedProcess } from "./supervised-process.ts";

const TRIES = 3;

interface StartedProcess {
  readonly process: SupervisedProcess;
  readonly facts: Facts;
}

/**
 * Creates a process on free ports and starts it. Between choice and use another process, such as a second
 * stack, may take one of the ports: then it says so, and creates and starts another. Throws the errors of
 * `start` for any other reason.
 */
export async function startOnFreePorts(
  make: () => Promise<SupervisedProcess>,
  start: (process: SupervisedProcess) => Promise<Facts>,
  say: (line: string) => void = () => undefined,
): Promise<StartedProcess> {
  for (let tries = 1; ; tries++) {
    const process = await make();
    try {
      return { process, facts: await start(process) };
    } catch (error) {
      const taken = await takenPorts(process);
      if (taken.length === 0 || tries === TRIES) throw error;
      say(`Port ${taken.join(" and ")} is taken: ${process.name} uses another one.`);
    }
  }
}

async function takenPorts({ ports }: SupervisedProcess): Promise<number[]> {
  const probed = await Promise.all(ports.map(probe));
  return ports.filter((_, i) => probed[i] === undefined);
}
