import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { encode, type Frame, FrameReader, frame } from "#inference/device/connection/frames.ts";
import { DeviceLink } from "#inference/device/connection/link.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Arrived {
  readonly connection: number;
  readonly frame: Frame;
}

/** A link to a device that says hello on each connection, and answers nothing by itself. */
async function linked(lanes = 1) {
  const folder = mkdtempSync(join(tmpdir(), "link-"));
  const connections: Socket[] = [];
  const items: Arrived[] = [];
  const paths = Array.from({ length: lanes }, (_, lane) => join(folder, `${lane}`));
  const counts = paths.map(() => 0);
  const servers = paths.map((_, lane) =>
    createServer((socket) => {
      counts[lane]!++;
      const connection = connections.push(socket) - 1;
      const reader = new FrameReader(2 ** 20);
      socket.on("error", () => socket.destroy());
      socket.on("data", (piece) =>
        items.push(...[...reader.read(piece)].map((frame) => ({ connection, frame }))),
      );
      const data = new TextEncoder().encode(JSON.stringify({ provider: "cpu", tf32: false, nets: [] }));
      socket.write(Buffer.concat(encode(frame("hello", { tensor: { data, dims: [data.length] } }))));
    }),
  );
  for (const [lane, server] of servers.entries()) {
    await new Promise<void>((resolve) => server.listen(paths[lane], resolve));
  }
  const link = new DeviceLink(paths);
  closing.push(() => {
    link.close();
    for (const server of servers) server.close();
    for (const socket of connections) socket.destroy();
    rmSync(folder, { recursive: true });
  });
  await vi.waitFor(() => expect(connections).toHaveLength(8 * lanes));
  await vi.waitFor(() => expect(link.up).toBe(true));
  // The last hello is still on its way when its connection is there.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { link, connections, items, counts };
}

const pixels = { data: new Uint8Array(150_000).fill(7), dims: [1, 150_000] };
const ask = (link: DeviceLink) => link.ask(0, 1, pixels, Number.MAX_VALUE);

it("items that an engine asks for at once travel beside each other, each by a connection of its own", async () => {
  const { link, items } = await linked();
  const asked = Promise.allSettled(Array.from({ length: 8 }, () => ask(link)));
  await vi.waitFor(() => expect(items).toHaveLength(8));
  expect(items.map(({ connection }) => connection).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(
    items.every(({ frame: { tensor } }) => Buffer.compare(tensor.data as Uint8Array, pixels.data) === 0),
  ).toBe(true);
  link.close();
  await asked;
});

it("a connection that an answer has left is the next item's", async () => {
  const { link, connections, items } = await linked();
  for (const number of [1, 2, 3]) {
    const outputs = ask(link);
    await vi.waitFor(() => expect(items).toHaveLength(number));
    const { connection, frame: asked } = items.at(-1)!;
    expect(connection).toBe(0);
    const tensor = { data: Float32Array.of(number), dims: [1, 1] };
    connections[connection]!.write(Buffer.concat(encode(frame("output", { item: asked.item, tensor }))));
    expect(await outputs).toEqual([tensor]);
  }
});

it("a device that is lost on one connection is lost on all, and its items are told of it once", async () => {
  const { link, connections } = await linked();
  const first = [...connections];
  const asked = Promise.allSettled([ask(link), ask(link)]);
  first[3]!.destroy();
  for (const { status } of await asked) expect(status).toBe("rejected");
  expect(link.load).toBe(0);
  await vi.waitFor(() => expect(first.every(({ destroyed }) => destroyed)).toBe(true));
  await vi.waitFor(() => expect(connections).toHaveLength(16));
  await vi.waitFor(() => expect(link.up).toBe(true));
});

it("an engine reaches each lane of a device, and spreads what it asks at once over all connections", async () => {
  const { link, items, counts } = await linked(2);
  expect(counts).toEqual([8, 8]);
  void Promise.allSettled(Array.from({ length: 16 }, () => ask(link)));
  await vi.waitFor(() => expect(items).toHaveLength(16));
  expect(new Set(items.map(({ connection }) => connection)).size).toBe(16);
});

it("a device whose lanes die together loses all its items at once, and none waits for a lane's end", async () => {
  const { link, connections, items } = await linked(2);
  const asked = Promise.all(Array.from({ length: 4 }, () => ask(link).catch((error) => error.code)));
  await vi.waitFor(() => expect(items).toHaveLength(4));
  connections.at(-1)!.destroy();
  expect(await asked).toEqual(["device_lost", "device_lost", "device_lost", "device_lost"]);
});
