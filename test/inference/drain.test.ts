import { type IncomingMessage, request } from "node:http";
import { connect } from "node:http2";
import { expect, it } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { closedGate } from "../harness/inference/gate.ts";
import { checkHealth } from "../harness/inference/health.ts";
import {
  clientsOver,
  codeOf,
  command,
  type Serving,
  serveScripted,
  TRANSPORTS,
} from "../harness/inference/serving.ts";

const readyz = async ({ addresses }: Serving) => (await fetch(`${addresses.metrics}/readyz`)).status;
const livez = async ({ addresses }: Serving) => (await fetch(`${addresses.metrics}/livez`)).status;

/** Any response of the gRPC-Web listener. */
const ask = ({ addresses }: Serving) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(addresses.grpcWeb, { headers: { connection: "keep-alive" } }, (answer) =>
      resolve(answer.resume()),
    );
    asked.on("error", reject).end();
  });

it("a lame duck says at once that it is not ready, and still takes calls", async () => {
  const leaving = await serveScripted({ LAME_DUCK: "60" });
  const [native, web] = Object.values(TRANSPORTS).map((transport) => clientsOver(transport(leaving)).face);
  expect([await readyz(leaving), (await ask(leaving)).headers.connection]).toEqual([200, "keep-alive"]);
  void leaving.stop();
  expect([await readyz(leaving), await livez(leaving)]).toEqual([503, 200]);
  expect(await checkHealth(leaving)).toBe("NOT_SERVING");
  expect(await checkHealth(leaving, "selfsame.inference.v1.ModelService")).toBe("NOT_SERVING");
  expect(await checkHealth(leaving, "liveness")).toBe("SERVING");
  for (const client of [native!, web!]) {
    expect(await codeOf(client.analyzeFace({ image: command({}) }))).toBe("ok");
  }
  expect((await ask(leaving)).headers.connection).toBe("close");
  await leaving.pool.drain(0);
});

it("after that it rejects new calls, answers running ones, and ends", async () => {
  const draining = await serveScripted({ LAME_DUCK: "0" });
  const { face } = clientsOver(TRANSPORTS["native gRPC"](draining));
  const web = clientsOver(TRANSPORTS["gRPC-Web"](draining));
  const { until, open } = closedGate();
  const running = [face, web.face].map((client) => client.analyzeFace({ image: command({ until }) }));
  await eventually(() => draining.pool.fleet.running).toBe(2);
  const stopped = draining.stop();
  await eventually(() => draining.pool.accepting).toBe(false);
  expect(await checkHealth(draining)).toBe("NOT_SERVING");
  expect(await codeOf(face.analyzeFace({ image: command({}) }))).toBe("Unavailable");
  const metrics = await (await fetch(`${draining.addresses.metrics}/metrics`)).text();
  expect(metrics).toMatch(/refusals_total\{method="[\w.]+\/AnalyzeFace",reason="draining"\} 1/);
  open();
  await expect(Promise.all(running)).resolves.toHaveLength(2);
  await stopped;
  expect(draining.pool.fleet.up).toBe(0);
  await expect(checkHealth(draining)).rejects.toThrow(/UNAVAILABLE/);
});

it("sends HTTP/2 clients a GOAWAY before it rejects calls, so that they send the next ones elsewhere", async () => {
  const draining = await serveScripted({ LAME_DUCK: "0" });
  const { until, open } = closedGate();
  const running = clientsOver(TRANSPORTS["gRPC-Web"](draining)).face.analyzeFace({
    image: command({ until }),
  });
  await eventually(() => draining.pool.fleet.running).toBe(1);
  const session = connect(`http://${draining.addresses.grpc}`);
  const goaway = new Promise<number>((resolve) => session.once("goaway", resolve));
  await new Promise((resolve) => session.once("remoteSettings", resolve));
  const stopped = draining.stop();
  expect(await goaway).toBe(0);
  open();
  await running;
  await stopped;
});
