import { once } from "node:events";
import { createConnection } from "node:net";
import { expect, it, vi } from "vitest";
import { encode, frame } from "#inference/gpu-worker/connection/frames.ts";
import { GpuWorkerLink } from "#inference/gpu-worker/connection/link.ts";
import type { GpuWorkerServer } from "#inference/gpu-worker/lane/server.ts";
import { openGpuWorkerRig, pair, rootModel } from "../../harness/inference/scripted-gpu-worker.ts";

const rig = openGpuWorkerRig();

it("returns the same results, inputs, outputs and provider as the model in the process", async () => {
  const socket = rig.socket();
  await rig.serve(socket);
  const { model } = await rig.connect([socket]);
  expect([model.inputs, model.outputs, model.provider]).toEqual([["x_bytes"], ["root", "double"], "cpu"]);
  expect(await model.run(pair(4, 9))).toEqual({
    root: { data: Float32Array.of(2, 3), dims: [1, 2] },
    double: { data: Float32Array.of(8, 18), dims: [1, 2] },
  });
});

it("items that wait together are run together, and each gets its own answer", async () => {
  const socket = rig.socket();
  const { server, batches } = await rig.serve(socket);
  const clients = await Promise.all(Array.from({ length: 10 }, () => rig.connect([socket])));
  const blocked = Promise.withResolvers<void>();
  void server.between(() => blocked.promise);
  const answers = clients.map(({ model }, i) => model.run(pair(i, 100 + i)));
  await waiting(server, 10);
  blocked.resolve();
  const doubles = (await Promise.all(answers)).map(({ double }) => [...double!.data]);
  expect(doubles).toEqual(clients.map((_, i) => [2 * i, 200 + 2 * i]));
  expect(batches.map(({ items }) => items)).toContain(8);
});

it("an item that the model answers with no number fails alone", async () => {
  const model = await rootModel();
  const items = [pair(1, 4), pair(-1, 4), pair(9, 16)].map(({ x_bytes }) => x_bytes);
  const [first, broken, last] = await model.run(items, 8);
  expect(broken).toMatchObject({ code: "not_a_number" });
  expect([first, last]).toMatchObject([
    [{ data: Float32Array.of(1, 2) }, {}],
    [{ data: Float32Array.of(3, 4) }, {}],
  ]);
});

it("an item whose deadline passes while it waits is not run", async () => {
  const socket = rig.socket();
  const { server, batches } = await rig.serve(socket);
  const { model } = await rig.connect([socket], 50);
  const blocked = Promise.withResolvers<void>();
  void server.between(() => blocked.promise);
  const late = expect(model.run(pair(1, 1))).rejects.toMatchObject({ code: "late" });
  await new Promise((resolve) => setTimeout(resolve, 80));
  blocked.resolve();
  await late;
  expect(batches).toEqual([]);
});

it.each([
  ["another shape", { x_bytes: { data: new Uint8Array(2), dims: [2, 1] } }],
  ["two items at once", { x_bytes: { data: new Uint8Array(4), dims: [2, 2] } }],
  ["numbers that are no bytes", { x_bytes: { data: new Float32Array(2), dims: [1, 2] } }],
  ["no input", {}],
  ["an input too many", { ...pair(1, 1), y: pair(1, 1).x_bytes }],
])("an item of %s is rejected and harms no other", async (_, feeds) => {
  const socket = rig.socket();
  await rig.serve(socket);
  const { model } = await rig.connect([socket]);
  await expect(model.run(feeds)).rejects.toMatchObject({ code: "input_invalid" });
  expect((await model.run(pair(1, 1))).double!.data).toEqual(Float32Array.of(2, 2));
});

it.each([
  ["no frame", Buffer.alloc(44, 0xff)],
  ["a model that there is not", Buffer.concat(encode(frame("item", { index: 7 })))],
  ["an answer", Buffer.concat(encode(frame("output")))],
])("%s ends its own connection and no other", async (_, bytes) => {
  const socket = rig.socket();
  await rig.serve(socket);
  const { model } = await rig.connect([socket]);
  const stranger = createConnection(socket).resume();
  stranger.write(bytes);
  await once(stranger, "close");
  expect((await model.run(pair(1, 1))).double!.data).toEqual(Float32Array.of(2, 2));
});

it("an item in flight when its GPU worker dies is answered once the GPU worker is back", async () => {
  const socket = rig.socket();
  const { server } = await rig.serve(socket);
  const { model } = await rig.connect([socket]);
  void server.between(() => new Promise(() => {}));
  const answer = model.run(pair(3, 3));
  await waiting(server, 1);
  server.close();
  await rig.serve(socket);
  expect((await answer).double!.data).toEqual(Float32Array.of(6, 6));
});

it("an item that a GPU worker died of twice is not sent a third time", async () => {
  const socket = rig.socket();
  const hold = async () => {
    const { server } = await rig.serve(socket);
    void server.between(() => new Promise(() => {}));
    return server;
  };
  const first = await hold();
  const { model } = await rig.connect([socket]);
  const answer = expect(model.run(pair(3, 3))).rejects.toMatchObject({ code: "gpu_worker_lost" });
  await waiting(first, 1);
  first.close();
  const second = await hold();
  await waiting(second, 1);
  second.close();
  const { batches } = await rig.serve(socket);
  await answer;
  await settle();
  expect(batches).toEqual([]);
});

it("a GPU worker that is lost on one lane is lost on all: none of its items waits for another lane's end", async () => {
  const sockets = [rig.socket(), rig.socket()];
  const lanes = await Promise.all(sockets.map((socket) => rig.serve(socket)));
  for (const { server } of lanes) void server.between(() => new Promise(() => {}));
  const link = new GpuWorkerLink(sockets);
  await link.whenUp(10_000);
  await settle();
  const item = pair(1, 1).x_bytes;
  const requests = Array.from({ length: 16 }, () => link.ask(0, 2, item, Number.MAX_VALUE));
  await vi.waitFor(() => expect(lanes.every(({ server }) => server.waiting > 0)).toBe(true));
  lanes[0]!.server.close();
  const ends = await Promise.all(requests.map((each) => each.catch(({ code }) => code)));
  expect(ends).toEqual(requests.map(() => "gpu_worker_lost"));
  link.close();
});

it("an item waits for a GPU worker that is away, until its deadline", async () => {
  const socket = rig.socket();
  const { server } = await rig.serve(socket);
  const { model } = await rig.connect([socket], 100);
  server.close();
  await settle();
  await expect(model.run(pair(3, 3))).rejects.toMatchObject({ code: "gpu_worker_lost" });
});

it("a worker takes no answers of a GPU worker that came back with other models", async () => {
  const socket = rig.socket();
  const { server } = await rig.serve(socket);
  const { model } = await rig.connect([socket], 300);
  server.close();
  await settle();
  await rig.serve(socket, "2");
  await expect(model.run(pair(3, 3))).rejects.toMatchObject({ code: "gpu_worker_lost" });
});

it("a worker does not open with a GPU worker that has other models", async () => {
  const socket = rig.socket();
  await rig.serve(socket, "2");
  await expect(rig.connect([socket])).rejects.toThrow("the GPU worker has another face_detection");
});

it("items go to the GPU worker that has the least to do", async () => {
  const sockets = [rig.socket(), rig.socket()];
  const [busy, free] = await Promise.all(sockets.map((socket) => rig.serve(socket)));
  const { model } = await rig.connect(sockets);
  const blocked = Promise.withResolvers<void>();
  void busy!.server.between(() => blocked.promise);
  const answers = Array.from({ length: 6 }, () => model.run(pair(1, 1)));
  await Promise.race(answers);
  for (let i = 0; i < 6; i++) await model.run(pair(1, 1)).catch(() => undefined);
  blocked.resolve();
  await Promise.all(answers);
  const done = (batches: readonly { items: number }[]) => batches.reduce((sum, { items }) => sum + items, 0);
  expect(done(busy!.batches)).toBe(3);
  expect(done(free!.batches)).toBe(9);
});

/** So many items have reached the GPU worker. */
const waiting = (device: GpuWorkerServer, items: number) =>
  vi.waitFor(() => expect(device.waiting).toBe(items), { timeout: 5_000, interval: 5 });

/** Lets written bytes reach the other side. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));
