import { credentials, Metadata, makeGenericClientConstructor } from "@grpc/grpc-js";
import { service } from "grpc-health-check";

const HealthClient = makeGenericClientConstructor(service, "Health");

/** A client of the standard health service, which needs no token. */
interface HealthProbe {
  /** SERVING or NOT_SERVING; rejects when there is no answer. */
  check(service?: string): Promise<string>;
  close(): void;
}

export function healthProbe(address: string): HealthProbe {
  const client = new HealthClient(address, credentials.createInsecure());
  return {
    check: (service = "") =>
      new Promise((resolve, reject) => {
        client.check!({ service }, new Metadata(), (error: Error | null, answer: { status: string }) =>
          error === null ? resolve(answer.status) : reject(error),
        );
      }),
    close: () => client.close(),
  };
}

/** Milliseconds that a health check took, asked every `interval` milliseconds until the signal ends it. */
export async function sampleHealth(
  address: string,
  interval: number,
  signal: AbortSignal,
): Promise<number[]> {
  const probe = healthProbe(address);
  const taken: number[] = [];
  while (!signal.aborted) {
    const since = performance.now();
    const status = await probe.check();
    if (status !== "SERVING") throw new Error(`health said ${status}`);
    taken.push(performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
  probe.close();
  return taken;
}
