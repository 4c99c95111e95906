import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { checkHealth, healthProbe, watchHealth } from "../harness/inference/health.ts";
import { clientsOver, type Serving, serveScripted, TRANSPORTS } from "../harness/inference/serving.ts";

let serving: Serving;
beforeAll(async () => {
  serving = await serveScripted({ ENGINES: "1" });
});
afterAll(() => serving.stop());

it("300 watchers without a token do not stay: the oldest connections give way, and a probe is answered (L7)", async () => {
  const watchers = Array.from({ length: 300 }, () => watchHealth(serving.addresses.grpc));
  await eventually(() => watchers.filter(({ ended }) => ended()).length).toBeGreaterThanOrEqual(300 - 64);
  expect(watchers.filter(({ ended }) => !ended()).length).toBeGreaterThan(0);
  expect(await checkHealth(serving)).toBe("SERVING");
  for (const { close } of watchers) close();
});

it("no connection watches more than a prober would, and none is held that says nothing (L7)", async () => {
  const greedy = watchHealth(serving.addresses.grpc, 17);
  await eventually(() => greedy.ended()).toBe(true);
  greedy.close();
  const modest = watchHealth(serving.addresses.grpc, 16);
  await eventually(() => modest.told()).toBe(16);
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

it("a connection that has shown the token stays, whoever comes, and a prober asks on one for as long as it likes", async () => {
  const known = clientsOver(TRANSPORTS["native gRPC"](serving)).model;
  await known.getPack({});
  const prober = healthProbe(serving.addresses.grpc);
  for (let n = 0; n < 100; n++) expect(await prober.check()).toBe("SERVING");
  prober.close();
  const crowd = Array.from({ length: 80 }, () => watchHealth(serving.addresses.grpc));
  await eventually(() => crowd.some(({ ended }) => ended())).toBe(true);
  expect(await known.getPack({})).toMatchObject({ name: "scripted" });
  for (const { close } of crowd) close();
});
