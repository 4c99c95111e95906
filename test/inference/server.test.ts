import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { Client, credentials, Metadata, status } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_MESSAGE_BYTES } from "#inference/settings/listeners.ts";
import { RetryInfoSchema } from "#proto/gen/google/rpc/error_details_pb.js";
import {
  ImageRefusal_Reason,
  ImageRefusalSchema,
  InferenceUseSchema,
} from "#proto/gen/selfsame/inference/v1/common_pb.js";
import { FaceService } from "#proto/gen/selfsame/inference/v1/face_service_pb.js";
import { newAuthority } from "../harness/certificates.ts";
import { eventually } from "../harness/eventually.ts";
import { useFolder } from "../harness/folder.ts";
import { closedGate } from "../harness/inference/gate.ts";
import { checkHealth } from "../harness/inference/health.ts";
import { queueFor } from "../harness/inference/room.ts";
import {
  clientsOver,
  codeOf,
  command,
  type Serving,
  serveScripted,
  TOKEN,
  TRANSPORTS,
  withToken,
} from "../harness/inference/serving.ts";

const folder = useFolder();
let serving: Serving;

beforeAll(async () => {
  serving = await serveScripted({ ...queueFor(4) });
});

afterAll(() => serving.stop());

const failureOf = (call: Promise<unknown>): Promise<ConnectError> =>
  call.then(() => expect.unreachable(), ConnectError.from);

describe.each(Object.entries(TRANSPORTS))("over %s", (name, transport) => {
  const clients = (token?: string | null) => clientsOver(transport(serving, token));

  it("answers a call, and reports the bundle that the workers opened", async () => {
    const { analysis } = await clients().face.analyzeFace({ image: command({}) });
    expect(serving.pool.fleet.pids).toContain(analysis?.imageWidth);
    expect(await clients().model.getModelBundle({})).toMatchObject({
      name: "scripted",
      executionProvider: "cpu",
    });
  });

  it.each([null, "", "another-token-of-the-tests-of-32-chars"])("rejects the token %j", async (token) => {
    expect(await codeOf(clients(token).model.getModelBundle({}))).toBe("Unauthenticated");
  });

  it("accepts the previous token beside the new one while it is rotated: no call is rejected", async () => {
    const next = "the-next-token-of-the-tests-of-32-characters";
    const turning = await serveScripted({ INFERENCE_TOKEN: next, INFERENCE_TOKEN_PREVIOUS: TOKEN });
    const at = (token: string) => clientsOver(transport(turning, token)).model.getModelBundle({});
    expect(await Promise.all([TOKEN, next].map((token) => codeOf(at(token))))).toEqual(["ok", "ok"]);
    expect(await codeOf(at("another-token-of-the-tests-of-32-chars"))).toBe("Unauthenticated");
    await turning.stop();
    const turned = await serveScripted({ INFERENCE_TOKEN: next });
    expect(await codeOf(clientsOver(transport(turned, TOKEN)).model.getModelBundle({}))).toBe(
      "Unauthenticated",
    );
    await turned.stop();
  });

  it("carries why an image was rejected, and which, as a detail of INVALID_ARGUMENT", async () => {
    const error = await failureOf(clients().face.analyzeFace({ image: command({ end: "refuse" }) }));
    expect(error).toMatchObject({ code: Code.InvalidArgument });
    expect(error.findDetails(ImageRefusalSchema)).toMatchObject([
      { reason: ImageRefusal_Reason.UNREADABLE, imageIndex: 2 },
    ]);
  });

  it("says which side of a document was rejected, without waiting for the other", async () => {
    const front = closedGate();
    const images = [command({ until: front.until }), command({ end: "refuse" })];
    const error = await failureOf(clients().document.examineDocument({ images }));
    expect(error.findDetails(ImageRefusalSchema)).toMatchObject([{ imageIndex: 1 }]);
    expect(serving.pool.fleet.running).toBe(1);
    front.open();
    await eventually(() => serving.pool.fleet.running).toBe(0);
  });

  it("rejects requests that hold too few images, too many or too large ones, and a tenant's key that is too long", async () => {
    const { face, document } = clients();
    const images = (count: number) => Array.from({ length: count }, () => command({}));
    const large = { content: new Uint8Array(10 * 1024 * 1024 + 1) };
    const headers = { "x-selfsame-tenant": "t".repeat(129) };
    const refused = [
      () => document.examineDocument({ images: [] }),
      () => document.examineDocument({ images: images(3) }),
      () => document.readDocument({ image: command({}) }, { headers }),
      () => face.analyzeFace({}),
      () => face.analyzeFace({ image: large }),
      () => face.assessPresentationAttack({}),
      () => face.assessPresentationAttack({ frames: images(6) }),
    ];
    for (const call of refused) expect(await codeOf(call())).toBe("InvalidArgument");
  });

  it("takes a message up to the limit", async () => {
    const { frames } = await clients().face.assessPresentationAttack(framesOf(MAX_MESSAGE_BYTES - 100));
    expect(frames).toHaveLength(3);
  });

  it("answers at the caller's deadline", async () => {
    const { until, open } = closedGate();
    const outcome = clients().face.analyzeFace({ image: command({ until }) }, { timeoutMs: 150 });
    expect(await codeOf(outcome)).toBe("DeadlineExceeded");
    open();
    await eventually(() => serving.pool.fleet.running).toBe(0);
  });

  it("rejects calls over the queue's limit, with a time to retry", async () => {
    const { face } = clients();
    const { until, open } = closedGate();
    const calls = Array.from({ length: 7 }, () => face.analyzeFace({ image: command({ until }) }));
    const shed = await Promise.any(calls.map(failureOf));
    expect(shed.code).toBe(Code.ResourceExhausted);
    expect(shed.findDetails(RetryInfoSchema)).toMatchObject([
      { retryDelay: { seconds: expect.any(BigInt) } },
    ]);
    open();
    const outcomes = await Promise.all(calls.map(codeOf));
    expect(outcomes.toSorted()).toEqual(["ResourceExhausted", ...Array<string>(6).fill("ok")]);
  });

  it("drops a document's front from the queue when there is no room for its back", async () => {
    const { face, document } = clients();
    const { until, open } = closedGate();
    const { restarts } = serving.pool.fleet;
    const others = Array.from({ length: 5 }, () => face.analyzeFace({ image: command({ until }) }));
    await eventually(() => serving.pool.queued).toBe(3);
    const images = [command({ end: "exit" }), command({})];
    expect(await codeOf(document.examineDocument({ images }))).toBe("ResourceExhausted");
    expect(serving.pool.queued).toBe(3);
    open();
    await Promise.all(others);
    expect(serving.pool.fleet.restarts).toBe(restarts);
  });

  it("drops a call from the queue when its caller goes away", async () => {
    const { face } = clients();
    const { until, open } = closedGate();
    const running = [1, 2].map(() => face.analyzeFace({ image: command({ until }) }));
    await eventually(() => serving.pool.fleet.running).toBe(2);
    const leaving = new AbortController();
    const { restarts } = serving.pool.fleet;
    const left = face.analyzeFace({ image: command({ end: "exit" }) }, { signal: leaving.signal });
    await eventually(() => serving.pool.queued).toBe(1);
    leaving.abort();
    expect(await codeOf(left)).toBe("Canceled");
    await eventually(() => serving.pool.queued).toBe(0);
    open();
    await Promise.all(running);
    expect(serving.pool.fleet.restarts).toBe(restarts);
  });

  it("keeps a defect's message out of the answer and hands it to the log", async () => {
    const error = await failureOf(clients().face.analyzeFace({ image: command({ end: "defect" }) }));
    expect(error).toMatchObject({ code: Code.Internal, rawMessage: "internal error" });
    expect(serving.failures.at(-1)?.error?.cause).toMatchObject({ message: "broken" });
  });

  it("says of a failure whether a worker worked on the call", async () => {
    const { face } = clients();
    const images = [command({ end: "defect" }), command({ end: "refuse" }), undefined];
    const failures = await Promise.all(images.map((image) => failureOf(face.analyzeFace({ image }))));
    expect(failures.map((error) => error.findDetails(InferenceUseSchema).length)).toEqual([1, 1, 0]);
  });

  it("says why an image that workers died of is rejected", async () => {
    // Other bytes for each transport: the service remembers them.
    const poison = command({ end: "exit" }, 100 + name.length);
    const error = await failureOf(clients().face.analyzeFace({ image: poison }));
    expect(error.findDetails(ImageRefusalSchema)).toMatchObject([
      { reason: ImageRefusal_Reason.NOT_PROCESSABLE },
    ]);
    await eventually(() => serving.pool.fleet.up).toBe(2);
  });
});

const framesOf = (bytes: number) => ({ frames: [0, 1, 2].map(() => command({}, Math.floor(bytes / 3))) });

it("rejects a message over the limit, on both transports", async () => {
  const tooLarge = framesOf(MAX_MESSAGE_BYTES + 100);
  const { face } = clientsOver(TRANSPORTS["gRPC-Web"](serving));
  expect(await codeOf(face.assessPresentationAttack(tooLarge))).toBe("ResourceExhausted");
  // Connect's own HTTP/2 client meets the stream's reset before it reads the status: this is what fleet tools
  // use.
  const client = new Client(serving.addresses.grpc, credentials.createInsecure());
  const { method } = FaceService;
  const path = `/${FaceService.typeName}/${method.assessPresentationAttack.name}`;
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${TOKEN}`);
  const request = create(method.assessPresentationAttack.input, tooLarge);
  const serialize = (message: typeof request) =>
    Buffer.from(toBinary(method.assessPresentationAttack.input, message));
  const code = await new Promise((resolve) => {
    client.makeUnaryRequest(path, serialize, String, request, metadata, (error) => resolve(error?.code));
  });
  client.close();
  expect(code).toBe(status.RESOURCE_EXHAUSTED);
});

it("answers health without a token, for each service, while every worker is busy", async () => {
  const { face } = clientsOver(TRANSPORTS["native gRPC"](serving));
  const { until, open } = closedGate();
  const running = [1, 2, 3].map(() => face.analyzeFace({ image: command({ until }) }));
  await eventually(() => serving.pool.fleet.running).toBe(2);
  expect(await checkHealth(serving)).toBe("SERVING");
  expect(await checkHealth(serving, "selfsame.inference.v1.FaceService")).toBe("SERVING");
  expect(serving.pool.fleet.running).toBe(2);
  open();
  await Promise.all(running);
});

it("answers over TLS on both gRPC listeners when it is given a certificate", async () => {
  const { ca, leaf } = await newAuthority();
  const { cert, private: key } = await leaf();
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(TLS_CERT_FILE, cert);
  writeFileSync(TLS_KEY_FILE, key);
  const secured = await serveScripted({ WORKERS: "1", TLS_CERT_FILE, TLS_KEY_FILE });
  const nodeOptions = { ca };
  const interceptors = [withToken(TOKEN)];
  const { grpc, grpcWeb } = secured.addresses;
  const native = createGrpcTransport({ baseUrl: `https://${grpc}`, nodeOptions, interceptors });
  const web = createGrpcWebTransport({ baseUrl: grpcWeb, httpVersion: "1.1", nodeOptions, interceptors });
  for (const transport of [native, web]) {
    expect(await clientsOver(transport).model.getModelBundle({})).toMatchObject({ name: "scripted" });
  }
  await secured.stop();
});
