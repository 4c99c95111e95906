import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { credentials, Metadata, makeGenericClientConstructor } from "@grpc/grpc-js";
import { service } from "grpc-health-check";
import type { RunningServer } from "#inference/server.ts";

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

/** Watches the health on one connection of its own, so many times. */
export function watchHealth(address: string, times = 1) {
  const client = new HealthClient(address, credentials.createInsecure(), {
    "grpc.use_local_subchannel_pool": 1,
  });
  let [reports, ended] = [0, 0];
  for (let n = 0; n < times; n++) {
    const call = client.watch!({ service: "" }, new Metadata());
    call.on("data", () => reports++);
    call.on("error", () => ended++);
  }
  return { reports: () => reports, ended: () => ended > 0, close: () => client.close() };
}

/** SERVING or NOT_SERVING, of one service if it is named. */
export async function checkHealth(
  { addresses }: Pick<RunningServer, "addresses">,
  service = "",
): Promise<string> {
  const probe = healthProbe(addresses.grpc);
  return probe.check(service).finally(() => probe.close());
}

/**
 * Milliseconds of each health check, every `interval` milliseconds until the signal ends it: by a
 * process of its own, as a load balancer is one, so that what loads the service does not delay it.
 */
export async function sampleHealth(
  address: string,
  interval: number,
  signal: AbortSignal,
): Promise<number[]> {
  const prober = fork(join(import.meta.dirname, "health-prober.ts"), [address, String(interval)]);
  const failed = once(prober, "exit").then(([code]) => {
    throw new Error(`health was not answered: the prober ended with ${code}`);
  });
  const received = async () => (await Promise.race([once(prober, "message"), failed]))[0];
  await received();
  if (!signal.aborted) await Promise.race([once(signal, "abort"), failed]);
  const taken = received();
  prober.send("enough");
  return (await taken) as number[];
}
