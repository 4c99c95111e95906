import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { DEVICE_NICENESS } from "../../../inference/device/messages.ts";
import { prepareGraph, selectModels } from "../../../inference/pack/prepare.ts";
import { CPU, type Net, openNet } from "../../../inference/runtime/session.ts";

/** What the other process is told to do, as JSON. */
interface PairStart {
  readonly models: string;
  readonly name: string;
  readonly path: string;
}

/** Two processes with one net and a bare socket between them: pixels there, the first output back. */
interface BarePair {
  ask(pixels: Uint8Array): Promise<void>;
  close(): void;
}

/**
 * The least that a net in another process of Node costs: no frames, no queue, no batches, nobody else to
 * serve. `outputBytes`: of one item's first output.
 */
export async function openBarePair(models: string, name: string, outputBytes: number): Promise<BarePair> {
  const folder = mkdtempSync(join(tmpdir(), "bare-pair-"));
  const start: PairStart = { models, name, path: join(folder, "0") };
  const child: ChildProcess = fork(import.meta.filename, [JSON.stringify(start)]);
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("the bare process ended"))),
  ]);
  const socket = createConnection(start.path);
  await once(socket, "connect");
  return {
    ask: (pixels) =>
      new Promise((resolve) => {
        let left = outputBytes;
        const read = (piece: Buffer) => {
          left -= piece.length;
          if (left > 0) return;
          socket.off("data", read);
          resolve();
        };
        socket.on("data", read);
        socket.write(pixels);
      }),
    close: () => {
      socket.destroy();
      child.disconnect();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The bytes of what a net answers for its first output. */
export async function firstOutput(net: Net, feeds: Parameters<Net["run"]>[0]): Promise<Uint8Array> {
  const { data } = (await net.run(feeds))[net.outputs[0]!]!;
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

async function serve({ models, name, path }: PairStart): Promise<void> {
  setPriority(DEVICE_NICENESS);
  process.on("disconnect", () => process.exit(0));
  const manifest = (await selectModels(models)).models.find((model) => model.name === name)!;
  const bytes = await prepareGraph(models, manifest);
  const net = await openNet({ name, bytes, keepsMemory: true }, CPU);
  const dims = [1, ...manifest.placement!.item];
  const input = new Float32Array(dims.reduce((product, size) => product * size, 1));
  createServer((socket) => {
    let filled = 0;
    socket.on("data", async (piece) => {
      input.set(piece, filled);
      filled += piece.length;
      if (filled < input.length) return;
      filled = 0;
      socket.write(await firstOutput(net, { [net.inputs[0]!]: { data: input, dims } }));
    });
  }).listen(path, () => process.send!("listening"));
}

if (import.meta.main) await serve(JSON.parse(process.argv[2]!) as PairStart);
