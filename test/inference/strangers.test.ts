import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Strangers } from "#inference/listeners/strangers.ts";
import { eventually } from "../harness/eventually.ts";
import { checkHealth, healthProbe, watchHealth } from "../harness/inference/health.ts";
import { clientsOver, type Serving, serveScripted, TRANSPORTS } from "../harness/inference/serving.ts";

let serving: Serving;
beforeAll(async () => {
  serving = await serveScripted({ WORKERS: "1" });
});
afterAll(() => serving.stop());

it("300 watchers without a token do not stay: the oldest connections give way, and a probe is answered (L7)", async () => {
  const watchers = Array.from({ length: 300 }, () => watchHealth(serving.addresses.grpc));
  await eventually(() => watchers.filter(({ ended }) => ended()).length).toBeGreaterThanOrEqual(300 - 64);
  expect(watchers.filter(({ ended }) => !ended()).length).toBeGreaterThan(0);
  expect(await checkHealth(serving)).toBe("SERVING");
  for (const { close } of watchers) close();
});

it("a connection watches no more than a prober would, and an idle one is closed (L7)", async () => {
  const greedy = watchHealth(serving.addresses.grpc, 17);
  await eventually(() => greedy.ended()).toBe(true);
  greedy.close();
  const modest = watchHealth(serving.addresses.grpc, 16);
  await eventually(() => modest.reports()).toBe(16);
  expect(modest.ended()).toBe(false);
  modest.close();
  const port = Number(serving.addresses.grpc.split(":").at(-1));
  const silent: Socket[] = [];
  for (let n = 0; n < 70; n++) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    silent.push(socket.on("error", () => undefined).resume());
  }
  await eventually(() => silent.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(6);
  expect(silent.at(-1)!.closed).toBe(false);
  for (const socket of silent) socket.destroy();
});

it("a connection that has sent the token is never evicted, and a prober keeps its own for as long as it likes", async () => {
  const known = clientsOver(TRANSPORTS["native gRPC"](serving)).model;
  await known.getModelBundle({});
  const prober = healthProbe(serving.addresses.grpc);
  for (let n = 0; n < 100; n++) expect(await prober.check()).toBe("SERVING");
  prober.close();
  const crowd = Array.from({ length: 80 }, () => watchHealth(serving.addresses.grpc));
  await eventually(() => crowd.some(({ ended }) => ended())).toBe(true);
  expect(await known.getModelBundle({})).toMatchObject({ name: "scripted" });
  for (const { close } of crowd) close();
});

/**
 * Connects, resets the connection while the other side is busy, and connects again from the same port.
 * Linux shares ephemeral ports, from 32768 on, among connections to several destinations, and a shared port
 * cannot be bound again. The port here is below that range.
 */
const RECONNECTING = `
  const { connect } = require("node:net");
  const dial = (localPort) => connect({ host: "127.0.0.1", port: Number(process.argv[1]), localPort });
  const open = () => {
    const localPort = 10_000 + Math.floor(20_000 * Math.random());
    const first = dial(localPort).once("error", open).once("connect", () => {
      process.stdin.once("data", () => {
        first.resetAndDestroy().once("close", () => dial(localPort).resume());
      });
    });
  };
  open();`;

it("a connection from the port of one that was just reset is bounded like any other (L7)", async () => {
  const strangers = new Strangers();
  const taken: Socket[] = [];
  const server = createServer((socket) => {
    taken.push(socket.on("error", () => undefined).resume());
    strangers.accept(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const peer = spawn(process.execPath, ["-e", RECONNECTING, `${port}`], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  try {
    await eventually(() => taken.length).toBe(1);
    const { remoteAddress, remotePort } = taken[0]!;
    await new Promise<void>((resolve) => peer.stdin.write("again\n", () => resolve()));
    // The end of the first and the second come in one turn.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    await eventually(() => taken.map(({ closed }) => closed)).toEqual([true, false]);
    expect(taken[1]!.remotePort).toBe(remotePort);
    for (let n = 0; n < 17; n++) strangers.called({ remoteAddress, remotePort });
    await eventually(() => taken[1]!.closed).toBe(true);
  } finally {
    peer.kill();
    server.close();
    for (const socket of taken) socket.destroy();
  }
});
