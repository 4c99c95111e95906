import { type InferenceProcess, startInference } from "../../../test/harness/inference/process.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import type { Figure } from "../../bench/figure.ts";
import type { Material } from "./material.ts";

export type Provider = "cpu" | "cuda";

/** What is measured, and on what. */
export interface Rig {
  readonly provider: Provider;
  readonly models: string;
  readonly material: Material;
  /** Calls after ready, none of which may be slow. */
  readonly calls: number;
  readonly hosts: Hosts;
}

/** A figure of a run; a bar that only a GPU has to reach is shown by a rehearsal, and not counted. */
export interface RunFigure extends Figure {
  readonly onGpuOnly?: true;
}

/** One part of a run: what it measures, and its figures. */
export interface Part {
  readonly summary: string;
  readonly measure: (rig: Rig) => Promise<RunFigure[]>;
}

/** A run takes its time, and a busy machine must not end it. */
const PATIENCE = { REQUEST_TIMEOUT: "300", RUN_LIMIT: "300" } as const;

/** Variables of a host whose nets run where they are measured; a device process runs them on both. */
export const PLACED: Readonly<Record<Provider, Record<string, string>>> = {
  cpu: { EXECUTION_PROVIDER: "cpu", DEVICE: "cpu" },
  cuda: { EXECUTION_PROVIDER: "cuda" },
};

/** The service with its engines, as an operator would start it. */
export interface Host {
  readonly clients: ReturnType<typeof clientsOver>;
  readonly service: InferenceProcess;
}

/** The hosts that parts measure: each is started for the first that asks, since a GPU takes its time. */
export class Hosts {
  readonly #rig: Pick<Rig, "models" | "provider">;
  readonly #started = new Map<string, Promise<Host>>();

  constructor(rig: Pick<Rig, "models" | "provider">) {
    this.#rig = rig;
  }

  /** With the nets on the device that is measured. */
  placed(): Promise<Host> {
    return this.#start("placed", PLACED[this.#rig.provider]);
  }

  /** Without a device. */
  reference(): Promise<Host> {
    return this.#start("reference", { EXECUTION_PROVIDER: "cpu" });
  }

  async close(): Promise<void> {
    const started = await Promise.allSettled(this.#started.values());
    await Promise.all(started.map((each) => each.status === "fulfilled" && each.value.service.stop()));
  }

  #start(name: string, environment: Record<string, string>): Promise<Host> {
    const start = async () => {
      const service = await startInference({ ...PATIENCE, ...environment, MODELS_DIR: this.#rig.models });
      return { clients: clientsOver(TRANSPORTS["native gRPC"](service)), service };
    };
    const host = this.#started.get(name) ?? start();
    this.#started.set(name, host);
    return host;
  }
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
