import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { credentials, loadPackageDefinition, type makeGenericClientConstructor } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Serving, serveScripted } from "../harness/inference/serving.ts";

let serving: Serving;

beforeAll(async () => {
  serving = await serveScripted({ WORKERS: "1" });
});

afterAll(() => serving.stop());

it("the inference service lists its services by reflection, with descriptors that a client can build calls from", async () => {
  const entry = createRequire(import.meta.url).resolve("@grpc/reflection");
  const proto = join(dirname(entry), "../proto/grpc/reflection/v1/reflection.proto");
  const loaded = loadPackageDefinition(loadSync(proto)) as never as {
    grpc: { reflection: { v1: { ServerReflection: ReturnType<typeof makeGenericClientConstructor> } } };
  };
  const client = new loaded.grpc.reflection.v1.ServerReflection(
    serving.addresses.grpc,
    credentials.createInsecure(),
  );
  const stream = client.ServerReflectionInfo!() as never as import("node:stream").Duplex;
  const answers: unknown[] = [];
  const ended = new Promise((resolve) =>
    stream.on("data", (answer) => answers.push(answer)).on("end", resolve),
  );
  stream.write({ listServices: "*" });
  stream.end({ fileContainingSymbol: "selfsame.inference.v1.FaceService" });
  await ended;
  client.close();
  const [list, file] = answers as [
    { listServicesResponse: { service: { name: string }[] } },
    { fileDescriptorResponse: { fileDescriptorProto: Uint8Array[] } },
  ];
  expect(list.listServicesResponse.service.map(({ name }) => name).toSorted()).toEqual([
    "grpc.health.v1.Health",
    "selfsame.inference.v1.ChipService",
    "selfsame.inference.v1.DocumentService",
    "selfsame.inference.v1.ErasureService",
    "selfsame.inference.v1.FaceService",
    "selfsame.inference.v1.GalleryService",
    "selfsame.inference.v1.ModelService",
    "selfsame.inference.v1.SignatureService",
  ]);
  const files = file.fileDescriptorResponse.fileDescriptorProto.map((bytes) =>
    fromBinary(FileDescriptorProtoSchema, bytes),
  );
  expect(files.map(({ name }) => name).toSorted()).toEqual([
    "selfsame/inference/v1/common.proto",
    "selfsame/inference/v1/face_service.proto",
  ]);
});
