import { type InferenceProcess, startInference } from "../../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import { PLACED, type Provider } from "../rig.ts";

/** A run takes its time, and a busy machine must not end it. */
const PATIENCE = { REQUEST_TIMEOUT: "300", RUN_LIMIT: "300" } as const;

/** The service with its engines, as an operator would start it. */
export interface Host {
  readonly clients: ReturnType<typeof clientsOver>;
  readonly service: InferenceProcess;
}

/** With the nets on the device that is measured, and without a device. */
export interface Hosts {
  readonly placed: Host;
  readonly reference: Host;
}

/** Starts the service where its nets run on `provider`; `reference` is a host without a device. */
export async function startHost(models: string, provider: Provider | "reference"): Promise<Host> {
  const placed = provider === "reference" ? { EXECUTION_PROVIDER: "cpu" } : PLACED[provider];
  const service = await startInference({ ...PATIENCE, ...placed, MODELS_DIR: models });
  return { clients: clientsOver(TRANSPORTS["native gRPC"](service)), service };
}

/** Calls with every item, at most so many at once. */
export async function atOnce<Item>(
  count: number,
  items: Iterable<Item>,
  call: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const lane = async () => {
    // The lanes share one iterator, and so each item goes to one of them.
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) await call(next.value);
  };
  await Promise.all(Array.from({ length: count }, lane));
}
