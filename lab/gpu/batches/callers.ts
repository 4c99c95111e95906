import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Devices } from "../../../inference/device/client.ts";
import type { ModelManifest } from "../../../inference/pack/manifest.ts";
import { selectModels } from "../../../inference/pack/prepare.ts";
import { childEnvironment } from "../../../inference/processes/child.ts";
import { chips } from "./bare.ts";

/** Cores for each process of callers: the device and its GPU's driver need theirs. */
const CORES_EACH = 4;

/** Milliseconds before the rate is taken. */
const WARM = 300;

/** What a process of callers is told at first, as JSON. */
interface CallersStart {
  readonly models: string;
  readonly sockets: readonly (readonly string[])[];
}

/** One task for it: so many at once ask the net of a task, for so many milliseconds. */
interface Asking {
  readonly task: string;
  readonly lanes: number;
  readonly milliseconds: number;
}

/** Processes that ask a device, as engines do: one alone could not keep a GPU busy. */
export class Callers {
  readonly #children: readonly ChildProcess[];

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children;
  }

  static async start(start: CallersStart): Promise<Callers> {
    const count = Math.max(1, Math.floor(availableParallelism() / CORES_EACH));
    const children = Array.from({ length: count }, () =>
      fork(import.meta.filename, [JSON.stringify(start)], { env: childEnvironment() }),
    );
    await Promise.all(children.map((child) => once(child, "message")));
    return new Callers(children);
  }

  /** Items a second that the device answers to all of them; `lanes` ask at once in all. */
  async rate(task: string, lanes: number, milliseconds: number): Promise<number> {
    const asking = { task, lanes: Math.ceil(lanes / this.#children.length), milliseconds };
    const rates = this.#children.map(async (child) => {
      child.send(asking satisfies Asking);
      const [rate] = (await once(child, "message")) as [number];
      return rate;
    });
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
  }

  close(): void {
    for (const child of this.#children) child.kill();
  }
}

async function main({ models, sockets }: CallersStart): Promise<void> {
  process.on("disconnect", () => process.exit(0));
  const devices = await Devices.connect(sockets, () => Number.POSITIVE_INFINITY);
  const { models: manifests } = await selectModels(models);
  const ask = ({ task, lanes, milliseconds }: Asking) => {
    const manifest = manifests.find((each) => each.task === task) as ModelManifest;
    const net = devices.net(manifest)!;
    const feeds = chips(net.inputs[0]!, manifest.placement!, 1);
    return rateOf(lanes, milliseconds, () => net.run(feeds));
  };
  process.on("message", (asking) => void ask(asking as Asking).then((rate) => process.send!(rate)));
  process.send!("ready");
}

/** Calls a second of so many callers, each of whom asks again once it is answered. */
async function rateOf(lanes: number, milliseconds: number, call: () => Promise<unknown>): Promise<number> {
  let answered = 0;
  const lasting = async (time: number) => {
    const end = performance.now() + time;
    const lane = async () => {
      for (; performance.now() < end; answered++) await call();
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  await lasting(WARM);
  answered = 0;
  const from = performance.now();
  await lasting(milliseconds);
  return (1_000 * answered) / (performance.now() - from);
}

if (import.meta.main) await main(JSON.parse(process.argv[2]!) as CallersStart);
