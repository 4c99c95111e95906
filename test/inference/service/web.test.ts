import { Agent, createServer, type OutgoingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { findTrailerError } from "@connectrpc/connect/protocol-grpc";
import { trailerFlag, trailerParse } from "@connectrpc/connect/protocol-grpc-web";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Backend, type Caller, RPCS } from "#inference/service/backend.ts";
import { webListener } from "#inference/service/web/listener.ts";
import { GetModelBundleResponseSchema } from "#proto/gen/selfsame/inference/v1/model_service_pb.js";
import { eventually } from "../../harness/eventually.ts";

const PATH = "/selfsame.inference.v1.ModelService/GetModelBundle";
const MOST = 200;
const BUNDLE = create(GetModelBundleResponseSchema, { name: "pack" });

let server: Server;
let backend: Backend;
/** One connection: a call's unread bytes would reach the next one. */
let agent: Agent;

beforeEach(async () => {
  backend = async () => BUNDLE;
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const guard = (authorization: string | undefined) => authorization === "Bearer token";
  server = createServer(webListener(RPCS, (...call) => backend(...call), guard, MOST));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  agent.destroy();
  server.close();
  server.closeAllConnections();
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
}

const HEADERS = { authorization: "Bearer token", "content-type": "application/grpc-web+proto" };

const frame = (payload: Uint8Array, flags = 0) => {
  const header = Buffer.from([flags, 0, 0, 0, 0]);
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
};
const EMPTY = frame(new Uint8Array());

function begin({ method = "POST", path = PATH, headers }: Sent) {
  const { port } = server.address() as AddressInfo;
  return request({ port, path, method, agent, headers: { ...HEADERS, ...headers } });
}

/** The HTTP status and the frames of the answer, by their flags. */
function send({ body = EMPTY, ...sent }: Sent): Promise<{ status: number; frames: [number, Buffer][] }> {
  return new Promise((resolve, reject) => {
    const request = begin(sent);
    request.on("error", reject).on("response", async (answer) => {
      let bytes = Buffer.concat(await answer.toArray());
      const frames: [number, Buffer][] = [];
      while (bytes.length > 0) {
        const end = 5 + bytes.readUInt32BE(1);
        frames.push([bytes[0]!, bytes.subarray(5, end)]);
        bytes = bytes.subarray(end);
      }
      resolve({ status: answer.statusCode!, frames });
    });
    request.end(body);
  });
}

/** The gRPC code's name and message of a call that was answered by HTTP. */
async function endOf(sent: Sent): Promise<readonly [code: string, message: string]> {
  const { status, frames } = await send(sent);
  expect(status).toBe(200);
  const [flags, trailer] = frames.at(-1)!;
  expect(flags).toBe(trailerFlag);
  const error = findTrailerError(trailerParse(trailer));
  return error === undefined ? ["ok", ""] : [Code[error.code]!, error.rawMessage];
}

it.each(["application/grpc-web+proto", "application/grpc-web"])(
  "answers %s by one message and how it ended",
  async (type) => {
    const { status, frames } = await send({ headers: { "content-type": type } });
    expect(status).toBe(200);
    expect(frames).toEqual([
      [0, Buffer.from(toBinary(GetModelBundleResponseSchema, BUNDLE))],
      [trailerFlag, Buffer.from("grpc-status: 0\r\n")],
    ]);
  },
);

it.each<[string, Sent, number]>([
  ["of no RPC", { path: "/selfsame.inference.v1.ModelService/Get" }, 404],
  ["that is no POST", { method: "GET" }, 405],
  ["in JSON", { headers: { "content-type": "application/grpc-web+json" } }, 415],
  ["in base64", { headers: { "content-type": "application/grpc-web-text" } }, 415],
])("a request %s is answered by HTTP alone", async (_, sent, status) => {
  expect(await send(sent)).toEqual({ status, frames: [] });
});

it.each<[string, Sent, string]>([
  ["without a message", { body: new Uint8Array() }, "InvalidArgument"],
  ["with a part of its length", { body: EMPTY.subarray(0, 4) }, "InvalidArgument"],
  ["that is cut off", { body: frame(new Uint8Array(9)).subarray(0, 13) }, "InvalidArgument"],
  ["of two messages", { body: Buffer.concat([EMPTY, EMPTY]) }, "Unimplemented"],
  ["whose message is compressed", { body: frame(new Uint8Array(), 1) }, "Unimplemented"],
  ["that says so", { headers: { "grpc-encoding": "gzip" } }, "Unimplemented"],
  ["whose message is too long", { body: frame(new Uint8Array(MOST + 1)) }, "ResourceExhausted"],
  ["much longer than any may be", { body: new Uint8Array(4_000_000) }, "ResourceExhausted"],
  ["whose message is another one", { body: frame(Buffer.from([0x0f, 1, 2])) }, "InvalidArgument"],
  ["with a timeout that is none", { headers: { "grpc-timeout": "soon" } }, "InvalidArgument"],
])("a call %s is rejected, and the next one on its connection is answered", async (_, sent, code) => {
  expect((await endOf(sent))[0]).toBe(code);
  expect((await endOf({}))[0]).toBe("ok");
});

it("rejects a wrong token before it has read any of the body", async () => {
  const wrong = { authorization: "Bearer tokens", "grpc-timeout": "soon" };
  const request = begin({ headers: { ...wrong, "content-length": 100 } });
  const answered = new Promise<string>((resolve) => {
    request.on("response", async (answer) => resolve(Buffer.concat(await answer.toArray()).toString()));
  });
  request.flushHeaders();
  expect(await answered).toContain(`grpc-status: ${Code.Unauthenticated}\r\n`);
  request.destroy();
});

it("passes the backend the tenant and the remaining time, which includes the upload of the body", async () => {
  let caller: Caller | undefined;
  let left: number | undefined;
  backend = async (_rpc, _request, each) => {
    caller = each;
    left = each.timeoutMs;
    return BUNDLE;
  };
  await endOf({ headers: { "x-selfsame-tenant": ["a", "b"] } });
  expect([caller?.timeoutMs, caller?.header("x-selfsame-tenant"), caller?.header("x-none")]).toEqual([
    undefined,
    "a, b",
    undefined,
  ]);
  const request = begin({ headers: { "grpc-timeout": "5S", "content-length": EMPTY.length } });
  request.flushHeaders();
  setTimeout(() => request.end(EMPTY), 100);
  await new Promise((resolve) => request.on("response", (answer) => answer.resume().on("end", resolve)));
  expect(left).toBeGreaterThan(3_000);
  expect(left).toBeLessThan(4_950);
});

it.each<[string, Backend]>([
  ["fails in an unforeseen way", () => Promise.reject(new Error("a secret"))],
  ["answers what cannot be sent", async () => ({ ...BUNDLE, models: [null] }) as never],
])("a call whose work %s returns an internal error without details", async (_, fails) => {
  backend = fails;
  expect(await endOf({})).toEqual(["Internal", "internal error"]);
});

it("a caller that leaves fires the call's signal, and its answer goes nowhere", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof BUNDLE>();
  let signal: AbortSignal | undefined;
  backend = (_rpc, _request, caller) => {
    signal = caller.signal;
    return promise;
  };
  const request = begin({});
  request.on("error", () => undefined).end(EMPTY);
  await eventually(() => signal?.aborted).toBe(false);
  request.destroy();
  await eventually(() => signal?.aborted).toBe(true);
  resolve(BUNDLE);
  backend = async () => BUNDLE;
  expect((await endOf({}))[0]).toBe("ok");
  expect(signal?.reason).toMatchObject({ message: "the caller went away" });
});

it("a call that is answered does not count as left", async () => {
  const signals: AbortSignal[] = [];
  backend = async (_rpc, _request, { signal }) => {
    signals.push(signal);
    return BUNDLE;
  };
  for (let call = 0; call < 2; call++) await endOf({});
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

it("a call whose connection breaks within its body is not begun", async () => {
  let calls = 0;
  backend = async () => {
    calls++;
    return BUNDLE;
  };
  const request = begin({ headers: { "content-length": 100 } });
  request.on("error", () => undefined).write(EMPTY);
  await new Promise((resolve) => setTimeout(resolve, 50));
  request.destroy();
  expect((await endOf({}))[0]).toBe("ok");
  expect(calls).toBe(1);
});
