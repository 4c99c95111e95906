import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ApiError } from "#edge/core/errors.ts";
import { createInferenceClient, type InferenceClientOptions } from "#edge/inference/client.ts";
import { isOutage } from "#edge/inference/failures.ts";
import type { InferenceCaller, Priority } from "#edge/inference/port.ts";
import { AssessPresentationAttackResponseSchema as Schema } from "#proto/gen/selfsame/inference/v1/face_service_pb.js";
import { CALLER } from "../../harness/edge/inference-results.ts";
import { eventually } from "../../harness/eventually.ts";
import { queueFor } from "../../harness/inference/room.ts";
import { command, type Serving, serveScripted, TOKEN } from "../../harness/inference/serving.ts";

let serving: Serving;

beforeAll(async () => {
  serving = await serveScripted({ WORKERS: "1", ...queueFor(0) });
});

const servers: Server[] = [];
afterAll(async () => {
  await serving.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const client = (options: Partial<InferenceClientOptions> = {}) =>
  createInferenceClient({
    baseUrl: serving.addresses.grpcWeb,
    token: TOKEN,
    deadlineMs: 5_000,
    clock: () => 0,
    ...options,
  });

/** In network order. */
function uint32(value: number): ArrayBuffer {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, value);
  return bytes.buffer;
}

const image = (what: Parameters<typeof command>[0], param = "image") => ({ param, ...command(what) });
const refused = (outcome: Promise<unknown>): Promise<ApiError> =>
  outcome.then(
    () => expect.unreachable(),
    (error) => error,
  );

/** Address of a server that is closed with this file. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that ends every connection as soon as something has come. */
const dropping = () =>
  listening(createServer().on("connection", (socket) => socket.once("data", () => socket.destroy())));

let minutes = 0;
/** A time at which no line of an earlier test keeps the log quiet. */
const quiet = () => Date.now() + ++minutes * 60_000;

it("answers in the port's words", async () => {
  const analysis = await client().analyzeFace(image({}), CALLER);
  expect(analysis).toEqual({ width: serving.pool.fleet.pids[0], height: 1, faces: [], principal: null });
  const frames = await client().assessPresentationAttack([image({}), image({})], CALLER);
  expect(frames.map(({ pad }) => pad)).toEqual([null, null]);
});

it.each([
  // A port without a listener; one whose connections end without an answer.
  ["is refused", () => "http://127.0.0.1:9"],
  ["breaks", dropping],
])(
  "says of a host whose connection %s that it cannot be reached, in the log and not to the public",
  async (_, where) => {
    vi.useFakeTimers({ toFake: ["Date"], now: quiet() });
    const log = vi.spyOn(console, "error").mockReturnValue();
    const error = await refused(client({ baseUrl: await where() }).analyzeFace(image({}), CALLER));
    expect([error.code, isOutage(error)]).toEqual(["service_unavailable", true]);
    expect(error.message).toBe("Image analysis is not available at the moment.");
    const why = "it cannot be reached";
    expect(log.mock.calls).toEqual([[JSON.stringify({ event: "outage", part: "inference", why })]]);
    log.mockRestore();
    vi.useRealTimers();
  },
);

it("names a gallery by an opaque hash in every call on it, and in no other", async () => {
  const sent: [method: string, hash: string | null][] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push([url.split("/").at(-1)!, new Headers(init.headers).get("x-selfsame-gallery")]);
    return new Response(null, { status: 503 });
  };
  const { searchGallery, forget, analyzeFace } = client({ network: { fetch } });
  const search = { page: null, probe: null, limit: 1 };
  const [one, other] = ["tn_1/live/v1", "tn_1/live/v2"] as const;
  await refused(searchGallery({ gallery: one, ...search }, CALLER));
  await refused(searchGallery({ gallery: other, ...search }, CALLER));
  await refused(forget([{ gallery: one, registrationId: "fr_1" }]));
  await refused(forget([]));
  await refused(analyzeFace(image({}), CALLER));
  const hashes = sent.map(([, hash]) => hash);
  expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(sent).toEqual([
    ["SearchGallery", hashes[0]],
    ["SearchGallery", hashes[1]],
    ["Forget", hashes[0]],
    ["Forget", null],
    ["AnalyzeFace", null],
  ]);
  expect(hashes[1]).not.toBe(hashes[0]);
});

it("says on whose behalf inference works, and whether somebody waits, in every call", async () => {
  const sent: string[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    const headers = new Headers(init?.headers);
    sent.push(`${headers.get("x-selfsame-tenant")} ${headers.get("x-selfsame-priority")}`);
    return new Response(null, { status: 503 });
  };
  const { analyzeFace, assessPresentationAttack, searchGallery, ...documents } = client({
    network: { fetch },
  });
  const search = { gallery: "g", page: null, probe: null, limit: 1 };
  const front = image({}, "front");
  const by = (tenant: string, priority: Priority = "background") => ({
    tenant,
    priority,
    inferenceUsed() {},
  });
  await refused(analyzeFace(front, by("a")));
  await refused(assessPresentationAttack([front], by("b")));
  await refused(documents.readDocument(front, by("c")));
  await refused(documents.assessForensics(front, by("d")));
  await refused(documents.examineDocument([front], by("e")));
  await refused(searchGallery(search, by("f", "interactive")));
  const background = ["a", "b", "c", "d", "e"].map((tenant) => `${tenant} background`);
  expect(sent).toEqual([...background, "f interactive"]);
});

it("answers service_unavailable, to be tried again, when inference dies, is late or full", async () => {
  const away = { code: "service_unavailable", retryAfter: 5 };
  expect(await refused(client().analyzeFace(image({ end: "defect" }), CALLER))).toMatchObject(away);
  expect(await refused(client({ deadlineMs: 100 }).analyzeFace(image({ sleep: 400 }), CALLER))).toMatchObject(
    away,
  );
  expect(await refused(client().analyzeFace(image({}), CALLER))).toMatchObject({ ...away, retryAfter: 1 });
});

it("learns whether a worker worked on a call, also from its failure and its missed deadline", async () => {
  await eventually(() => serving.pool.fleet.running).toBe(0);
  const took = async (call: (caller: InferenceCaller) => Promise<unknown>) => {
    const inferenceUsed = vi.fn();
    await call({ ...CALLER, inferenceUsed }).catch(() => undefined);
    return inferenceUsed.mock.calls.length > 0;
  };
  expect(await took((caller) => client().analyzeFace(image({}), caller))).toBe(true);
  expect(await took((caller) => client().analyzeFace(image({ end: "defect" }), caller))).toBe(true);
  const late = client({ deadlineMs: 100 });
  expect(await took((caller) => late.analyzeFace(image({ sleep: 400 }), caller))).toBe(true);
  expect(await took((caller) => client().analyzeFace(image({}), caller))).toBe(false);
  const away = client({ baseUrl: "http://127.0.0.1:9" });
  expect(await took((caller) => away.analyzeFace(image({}), caller))).toBe(false);
  await eventually(() => serving.pool.fleet.running).toBe(0);
});

it("distinguishes a missed deadline from a service that no longer responds", async () => {
  const late = await refused(client({ deadlineMs: 100 }).analyzeFace(image({ sleep: 300 }), CALLER));
  expect(isOutage(late)).toBe(false);
  const baseUrl = await listening(createServer(() => {}));
  expect(isOutage(await refused(client({ baseUrl, deadlineMs: 100 }).bundle()))).toBe(true);
  await eventually(() => serving.pool.fleet.running).toBe(0);
});

it("names the form field of an image that workers died of, and rejects it from then on", async () => {
  const poison = () => image({ end: "exit" }, "front");
  const refusal = { code: "image_not_processable", param: "front" };
  expect(await refused(client().readDocument(poison(), CALLER))).toMatchObject(refusal);
  const before = serving.pool.fleet.restarts;
  expect(await refused(client().readDocument(poison(), CALLER))).toMatchObject(refusal);
  expect(serving.pool.fleet.restarts).toBeLessThanOrEqual(before + 1);
  await eventually(() => serving.pool.fleet.up).toBe(1);
});

it("answers service_unavailable when frames are missing from the answer", async () => {
  const frames = [image({ omit: 1 }), image({})];
  expect(await refused(client().assessPresentationAttack(frames, CALLER))).toMatchObject({
    code: "service_unavailable",
  });
});

it.each([
  [0, true, "service_unavailable"],
  [0, false, 0],
  [3, true, 3],
  [4 * 1024 * 1024, true, 4 * 1024 * 1024],
  [4 * 1024 * 1024 + 1, true, "service_unavailable"],
])("M3: of an image that is shown by %d bytes, asked for: %s, makes %s", async (length, show, outcome) => {
  const frame = { analysis: { imageWidth: 1, imageHeight: 1 }, shown: new Uint8Array(length) };
  const answer = toBinary(Schema, create(Schema, { frames: [frame] }));
  const head = (flags: number, size: number) => Buffer.from([flags, ...new Uint8Array(uint32(size))]);
  const end = Buffer.from("grpc-status: 0\r\n");
  const body = Buffer.concat([head(0, answer.length), answer, head(0x80, end.length), end]);
  const fetch = async () => new Response(body, { headers: { "content-type": "application/grpc-web+proto" } });
  const made = client({ network: { fetch } }).assessPresentationAttack([{ ...image({}), show }], CALLER);
  const found = await made.then(
    ([assessed]) => assessed?.shown?.length ?? 0,
    (error: ApiError) => error.code,
  );
  expect(found).toBe(outcome);
});

it("calls a request that inference finds invalid the edge's own defect", async () => {
  expect(await refused(client().assessPresentationAttack([], CALLER))).toMatchObject({
    code: "internal_error",
  });
});

it("does not follow a redirect with its token", async () => {
  const paths: (string | undefined)[] = [];
  const redirecting = createServer((request, response) => {
    paths.push(request.url);
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  const baseUrl = await listening(redirecting);
  expect(await refused(client({ baseUrl }).bundle())).toMatchObject({ code: "service_unavailable" });
  expect(paths).toEqual(["/selfsame.inference.v1.ModelService/GetModelBundle"]);
});

it("asks for the model bundle once a minute at most, and again after a failure", async () => {
  let now = 0;
  let calls = 0;
  let broken = true;
  const port = client({
    clock: () => now,
    network: {
      fetch: (input, init) => {
        calls++;
        return broken ? Promise.reject(new TypeError("no network")) : fetch(input, init);
      },
    },
  });
  await refused(port.bundle());
  broken = false;
  expect(await port.bundle()).toMatchObject({ name: "scripted", templateVersion: "t" });
  now = 59_999;
  await port.bundle();
  expect(calls).toBe(2);
  now = 60_000;
  await port.bundle();
  expect(calls).toBe(3);
});
