import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Addresses } from "../../../inference/server.ts";
import { startInference } from "../../../test/harness/inference/process.ts";
import { command } from "../../../test/harness/inference/serving.ts";
import { PHOTOS } from "../../bench/photos.ts";

/** A service that runs in a process of its own, and what it is sent. */
export interface Service {
  readonly addresses: Addresses;
  next(): Uint8Array;
  /** Calls that an engine began past their deadline; null where engines do not tell. */
  begunLate(): Promise<number | null>;
  stop(): Promise<unknown>;
}

type Settings = Readonly<Record<string, string>>;

/** Real engines, which analyse faces. */
export async function startReal(settings: Settings): Promise<Service> {
  const service = await startInference({ ...settings });
  let sent = 0;
  return {
    addresses: service.addresses,
    next: () => PHOTOS[sent++ % PHOTOS.length]!,
    begunLate: async () => null,
    stop: service.stop,
  };
}

/** Engines that sleep for so many milliseconds a call. */
export async function startScripted(settings: Settings, cost: number): Promise<Service> {
  const child = fork(join(import.meta.dirname, "scripted-service.ts"), [JSON.stringify(settings)]);
  const [{ addresses }] = (await once(child, "message")) as [{ addresses: Addresses }];
  const { content } = command({ sleep: cost });
  return {
    addresses,
    next: () => content,
    async begunLate() {
      child.send("begun late?");
      const [answer] = (await once(child, "message")) as [{ begunLate: number }];
      return answer.begunLate;
    },
    async stop() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
