import { probe } from "./ports.ts";
import type { Facts, ServiceProcess } from "./service-process.ts";

const TRIES = 3;

interface StartedService {
  readonly service: ServiceProcess;
  readonly facts: Facts;
}

/**
 * Starts what `make` makes; makes and starts it anew where another process took one of its ports between
 * their choice and their use, as another stack does that starts at the same time. Throws what `start` throws
 * for any other reason.
 */
export async function startService(
  make: () => Promise<ServiceProcess>,
  start: (service: ServiceProcess) => Promise<Facts>,
): Promise<StartedService> {
  for (let tries = 1; ; tries++) {
    const service = await make();
    try {
      return { service, facts: await start(service) };
    } catch (error) {
      if (tries === TRIES || !(await hasLostPort(service))) throw error;
    }
  }
}

async function hasLostPort({ ports }: ServiceProcess): Promise<boolean> {
  const probed = await Promise.all(ports.map(probe));
  return probed.includes(undefined);
}
