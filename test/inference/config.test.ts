import { describe, expect, it } from "vitest";
import { readConfig } from "#inference/config.ts";
import { MAX_MESSAGE_BYTES } from "#inference/settings/listeners.ts";

const TOKEN = "x".repeat(32);

it("takes the usual values where none are given, an empty one included", () => {
  expect(readConfig({ INFERENCE_TOKEN: TOKEN, GRPC_PORT: "" })).toMatchObject({
    host: "127.0.0.1",
    ports: { grpc: 50_051, grpcWeb: 50_052, metrics: 9_464 },
    session: { provider: "cpu", deviceId: 0, fallbackToCpu: false, intraOpThreads: 1 },
    maxMessageBytes: MAX_MESSAGE_BYTES,
    tls: null,
  });
});

it("takes what is given, in the units that it says", () => {
  const given = { GRPC_PORT: "0", EXECUTION_PROVIDER: "cuda", REQUEST_TIMEOUT: "2.5" };
  expect(readConfig({ INFERENCE_TOKEN: TOKEN, CUDA_FALLBACK: "true", ...given })).toMatchObject({
    ports: { grpc: 0 },
    session: { provider: "cuda", fallbackToCpu: true },
    requestTimeout: 2_500,
  });
});

it.each([
  ["INFERENCE_TOKEN", "short"],
  ["INFERENCE_TOKEN_PREVIOUS", "short"],
  ["GRPC_PORT", "65536"],
  ["ENGINES", "0"],
  ["EXECUTION_PROVIDER", "tpu"],
  ["CUDA_FALLBACK", "maybe"],
  ["TLS_CERT_FILE", "alone.pem"],
  ["GRPC_HOST", "0.0.0.0"],
])("refuses a wrong %s by name, and keeps its value to itself", (name, value) => {
  const read = () => readConfig({ INFERENCE_TOKEN: TOKEN, [name]: value });
  expect(read).toThrow(name);
  expect(read).not.toThrow(value);
});

it("listens beyond loopback without TLS only where that is asked for by name", () => {
  const open = { INFERENCE_TOKEN: TOKEN, GRPC_HOST: "0.0.0.0", PLAINTEXT_BEYOND_LOOPBACK: "1" };
  expect(readConfig(open)).toMatchObject({ host: "0.0.0.0", tls: null });
});

describe("galleries on a server", () => {
  const served = { GALLERY_ENGINE: "milvus", GALLERY_MILVUS_URL: "https://milvus.example.com:19530" };
  const read = (more: Record<string, string>) => readConfig({ INFERENCE_TOKEN: TOKEN, ...more });

  it("are embedded unless they are asked for", () => {
    expect(read({}).galleryServer).toBeNull();
    expect(read({ ...served, GALLERY_MILVUS_USER: "root", GALLERY_MILVUS_PASSWORD: "word" })).toMatchObject({
      galleryServer: { address: "milvus.example.com:19530", encrypted: true, user: "root", password: "word" },
    });
    expect(read({ ...served, GALLERY_MILVUS_URL: "http://127.0.0.1:19530" }).galleryServer).toMatchObject({
      encrypted: false,
    });
  });

  it.each([
    [{ GALLERY_ENGINE: "faiss" }, "GALLERY_ENGINE"],
    [{ GALLERY_ENGINE: "milvus" }, "GALLERY_ENGINE=milvus goes with GALLERY_MILVUS_URL"],
    [{ GALLERY_MILVUS_TOKEN: "word" }, "GALLERY_MILVUS_TOKEN goes with GALLERY_ENGINE=milvus"],
    [
      { ...served, GALLERY_MILVUS_USER: "root" },
      "GALLERY_MILVUS_USER and GALLERY_MILVUS_PASSWORD go together",
    ],
    [
      { ...served, GALLERY_MILVUS_USER: "a", GALLERY_MILVUS_PASSWORD: "b", GALLERY_MILVUS_TOKEN: "c" },
      "GALLERY_MILVUS_TOKEN is in place of GALLERY_MILVUS_USER",
    ],
    [{ ...served, GALLERY_MILVUS_URL: "milvus:19530" }, "GALLERY_MILVUS_URL"],
    [{ ...served, GALLERY_MILVUS_URL: "https://milvus.example.com" }, "GALLERY_MILVUS_URL names its port"],
    [{ ...served, GALLERY_MILVUS_URL: "https://a:b@milvus.example.com:1" }, "a scheme, a host and a port"],
    [
      { ...served, GALLERY_MILVUS_URL: "http://milvus.example.com:19530" },
      "GALLERY_MILVUS_URL is beyond loopback",
    ],
    [{ ...served, GALLERY_MILVUS_CA_FILE: "/nowhere/ca.pem" }, "GALLERY_MILVUS_CA_FILE cannot be read"],
  ])("are refused by name: %o", (settings, message) => {
    expect(() => read(settings)).toThrow(message);
  });
});
