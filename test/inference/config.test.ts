import { createPrivateKey } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#inference/config.ts";
import { MAX_MESSAGE_BYTES } from "#inference/settings/listeners.ts";
import { newAuthority } from "../harness/certificates.ts";
import { useFolder } from "../harness/folder.ts";

const TOKEN = "x".repeat(32);
const read = (given: Record<string, string>) => readConfig({ INFERENCE_TOKEN: TOKEN, ...given });

it("uses the defaults for missing or empty values", () => {
  expect(read({ GRPC_PORT: "" })).toMatchObject({
    host: "127.0.0.1",
    ports: { grpc: 50_051, grpcWeb: 50_052, metrics: 9_464 },
    session: { provider: "cpu", deviceId: 0, fallbackToCpu: false, intraOpThreads: 1 },
    maxMessageBytes: MAX_MESSAGE_BYTES,
    tls: null,
  });
});

it("accepts values in their units", () => {
  const given = { GRPC_PORT: "0", EXECUTION_PROVIDER: "cuda", REQUEST_TIMEOUT: "2.5" };
  expect(read({ CUDA_FALLBACK: "true", ...given })).toMatchObject({
    ports: { grpc: 0 },
    session: { provider: "cuda", fallbackToCpu: true },
    requestTimeout: 2_500,
  });
});

it.each([
  ["INFERENCE_TOKEN", "short"],
  ["INFERENCE_TOKEN_PREVIOUS", "short"],
  ["GALLERY_MILVUS_URL", "https://a:word@milvus.example.com:1/path"],
  ["WORKERS", "a-secret-that-is-in-the-wrong-variable"],
])("rejects a wrong %s by name, and keeps a value that may be secret to itself", (name, value) => {
  const refused = () => read({ GALLERY_ENGINE: "milvus", [name]: value });
  expect(refused).toThrow(name);
  expect(refused).not.toThrow(value);
});

it.each([
  ["GRPC_PORT", "65536", 'must be at most 65535, not "65536"'],
  ["GRPC_WEB_PORT", "50051", "must not be 50051, which is GRPC_PORT"],
  ["METRICS_PORT", "50052", "must not be 50052, which is GRPC_WEB_PORT"],
  ["WORKERS", "0", 'must be at least 1, not "0"'],
  ["EXECUTION_PROVIDER", "tpu", 'must be one of cpu, cuda, not "tpu"'],
  ["CUDA_FALLBACK", "maybe", 'must be true or false, not "maybe"'],
  ["GRPC_HOST", "0.0.0.0", 'must be on loopback, not "0.0.0.0", or set TLS_CERT_FILE and'],
  ["MODELS_DIR", "/no/such/models", "neither /no/such/models nor /no/such exists"],
  ["MODELS_DIR", import.meta.filename, `${import.meta.filename} is a file, not a folder`],
])("rejects a wrong %s, %s, with what is right and what was received", (name, value, fault) => {
  expect(() => read({ [name]: value })).toThrow(`settings: ${name}: ${fault}`);
});

it("names every wrong setting at once", () => {
  const wrong = { TLS_CERT_FILE: "/no/cert.pem", TLS_KEY_FILE: "/no/key.pem", DEVICE: "gpu", WORKERS: "x" };
  expect(() => read(wrong)).toThrow(
    'settings: TLS_CERT_FILE: /no/cert.pem does not exist; TLS_KEY_FILE: /no/key.pem does not exist; WORKERS: must be a number, not "x"; DEVICE: must be cpu, not "gpu"',
  );
  expect(() => read({ WORKERS: "x", METRICS_PORT: "50052", TLS_CERT_FILE: "/no/cert.pem" })).toThrow(
    'settings: TLS_CERT_FILE: /no/cert.pem does not exist; WORKERS: must be a number, not "x"; TLS_KEY_FILE: set it, or remove TLS_CERT_FILE; METRICS_PORT: must not be 50052, which is GRPC_WEB_PORT',
  );
  expect(() => read({ GALLERY_MILVUS_USER: "root", GALLERY_MILVUS_TOKEN: "word", TF32: "true" })).toThrow(
    /GALLERY_MILVUS_USER: .*GALLERY_MILVUS_TOKEN: .*TF32: /,
  );
});

describe("the files of TLS", () => {
  const folder = useFolder();
  const files: Record<string, string> = {};
  beforeAll(async () => {
    const authority = await newAuthority();
    const [own, other] = [await authority.leaf(), await authority.leaf()];
    const locked = createPrivateKey(own.private).export({
      format: "pem",
      type: "pkcs8",
      cipher: "aes-256-cbc",
      passphrase: "word",
    });
    const contents = { ca: authority.ca, cert: own.cert, key: own.private, other: other.private, locked };
    for (const [name, pem] of Object.entries(contents)) {
      files[name] = join(folder, `${name}.pem`);
      writeFileSync(files[name], pem);
    }
  });
  const withFiles = (names: Readonly<Record<string, string>>) =>
    read(Object.fromEntries(Object.entries(names).map(([name, file]) => [name, files[file] ?? file])));
  const pair = { TLS_CERT_FILE: "cert", TLS_KEY_FILE: "key" };

  it("are read as they are", () => {
    const { tls } = withFiles({ ...pair, TLS_CLIENT_CA_FILE: "ca" });
    expect(tls?.key.toString()).toBe(readFileSync(files.key!, "utf8"));
    expect(tls?.clientCa?.toString()).toBe(readFileSync(files.ca!, "utf8"));
  });

  it.each([
    [{ TLS_CERT_FILE: "cert" }, "TLS_KEY_FILE: set it, or remove TLS_CERT_FILE"],
    [{ TLS_KEY_FILE: "key" }, "TLS_CERT_FILE: set it, or remove TLS_KEY_FILE"],
    [{ TLS_CLIENT_CA_FILE: "ca" }, "TLS_CLIENT_CA_FILE: needs TLS_CERT_FILE and TLS_KEY_FILE"],
    [{ ...pair, TLS_KEY_FILE: "other" }, "TLS_KEY_FILE: is not the key of the certificate in TLS_CERT_FILE"],
    [{ ...pair, TLS_KEY_FILE: "cert" }, "cert.pem is no PEM file of a private key"],
    [{ ...pair, TLS_KEY_FILE: "locked" }, "locked.pem is encrypted: it must be a key without a passphrase"],
    [{ ...pair, TLS_CERT_FILE: "key" }, "key.pem is no PEM file of a certificate"],
    [{ ...pair, TLS_CERT_FILE: import.meta.dirname }, "is a folder, not a file"],
  ])("are rejected by name: %o", (names, fault) => {
    expect(() => withFiles(names)).toThrow(fault);
  });
});

it("listens beyond loopback without TLS only if an explicit setting says so", () => {
  const open = { GRPC_HOST: "0.0.0.0", PLAINTEXT_BEYOND_LOOPBACK: "1" };
  expect(read(open)).toMatchObject({ host: "0.0.0.0", tls: null });
});

describe("galleries on a server", () => {
  const served = { GALLERY_ENGINE: "milvus", GALLERY_MILVUS_URL: "https://milvus.example.com:19530" };

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
    [{ GALLERY_ENGINE: "milvus" }, "GALLERY_MILVUS_URL: is missing, and GALLERY_ENGINE=milvus needs it"],
    [{ GALLERY_MILVUS_TOKEN: "word" }, "GALLERY_MILVUS_TOKEN: needs GALLERY_ENGINE=milvus"],
    [
      { ...served, GALLERY_MILVUS_USER: "root" },
      "GALLERY_MILVUS_PASSWORD: set it, or remove GALLERY_MILVUS_USER",
    ],
    [
      { ...served, GALLERY_MILVUS_USER: "a", GALLERY_MILVUS_PASSWORD: "b", GALLERY_MILVUS_TOKEN: "c" },
      "GALLERY_MILVUS_TOKEN: is in place of GALLERY_MILVUS_USER",
    ],
    [{ ...served, GALLERY_MILVUS_URL: "milvus:19530" }, "GALLERY_MILVUS_URL"],
    [
      { ...served, GALLERY_MILVUS_URL: "https://milvus.example.com" },
      "GALLERY_MILVUS_URL: must name its port",
    ],
    [{ ...served, GALLERY_MILVUS_URL: "https://a:b@milvus.example.com:1" }, "a scheme, a host and a port"],
    [
      { ...served, GALLERY_MILVUS_URL: "http://milvus.example.com:19530" },
      "GALLERY_MILVUS_URL: is beyond loopback",
    ],
    [
      { ...served, GALLERY_MILVUS_CA_FILE: "/nowhere/ca.pem" },
      "GALLERY_MILVUS_CA_FILE: /nowhere/ca.pem does not exist",
    ],
  ])("are rejected by name: %o", (settings, message) => {
    expect(() => read(settings)).toThrow(message);
  });
});

const onGpus = (given: Record<string, string> = {}) => read({ EXECUTION_PROVIDER: "cuda", ...given });

describe("devices", () => {
  it("a host without GPUs keeps its models in the workers, unless a device on the processor is asked for", () => {
    expect(read({}).gpuWorkers).toEqual([]);
    expect(read({ CUDA_DEVICES: "0,1" }).gpuWorkers).toEqual([]);
    expect(read({ DEVICE: "cpu" }).gpuWorkers).toEqual([{ name: "cpu", lanes: 1, environment: {} }]);
  });

  it("each GPU has a process that sees it alone, and rounds nothing", () => {
    const { gpuWorkers, tf32 } = onGpus({ CUDA_DEVICES: "0, 3,MIG-7f6c2f1e-2a0b-5d" });
    expect(gpuWorkers.map(({ name }) => name)).toEqual(["0", "3", "MIG-7f6c2f1e-2a0b-5d"]);
    expect(gpuWorkers.map(({ environment }) => environment.CUDA_VISIBLE_DEVICES)).toEqual(
      gpuWorkers.map(({ name }) => name),
    );
    expect(gpuWorkers.map(({ environment }) => environment.NVIDIA_TF32_OVERRIDE)).toEqual(["0", "0", "0"]);
    expect(tf32).toBe(false);
    expect(onGpus().gpuWorkers.map(({ name }) => name)).toEqual(["0"]);
  });

  it("a GPU has two lanes, so that it computes for one while the other reads, or as many as its operator says", () => {
    expect(onGpus({ CUDA_DEVICES: "0,1" }).gpuWorkers.map(({ lanes }) => lanes)).toEqual([2, 2]);
    expect(onGpus({ CUDA_LANES: "1" }).gpuWorkers.map(({ lanes }) => lanes)).toEqual([1]);
    expect(() => onGpus({ CUDA_LANES: "0" })).toThrow(/CUDA_LANES/);
  });

  it("TF32 lets GPUs round, whatever the environment said of it", () => {
    const { gpuWorkers, tf32 } = onGpus({ TF32: "true", NVIDIA_TF32_OVERRIDE: "0" });
    expect([tf32, gpuWorkers[0]!.environment.NVIDIA_TF32_OVERRIDE]).toEqual([true, undefined]);
    expect("NVIDIA_TF32_OVERRIDE" in gpuWorkers[0]!.environment).toBe(true);
  });

  it("numbers count the GPUs that CUDA_VISIBLE_DEVICES leaves, and reach no other", () => {
    const visible = { CUDA_VISIBLE_DEVICES: "2,GPU-aa" };
    const { gpuWorkers } = onGpus({ CUDA_DEVICES: "0,1", ...visible });
    expect(gpuWorkers.map(({ environment }) => environment.CUDA_VISIBLE_DEVICES)).toEqual(["2", "GPU-aa"]);
    expect(() => onGpus({ CUDA_DEVICES: "2", ...visible })).toThrow(
      /CUDA_DEVICES: names GPU 2, .* leaves 2 of them/,
    );
  });

  it.each([
    ["a list with a hole", { CUDA_DEVICES: "0,,1" }],
    ["a GPU twice", { CUDA_DEVICES: "0,0" }],
    ["what is no GPU", { CUDA_DEVICES: "first" }],
    ["another device", { DEVICE: "tpu" }],
    ["a device on the processor of a GPU host", { DEVICE: "cpu", EXECUTION_PROVIDER: "cuda" }],
    ["rounding without GPUs", { TF32: "true" }],
  ])("rejects %s", (_, given) => {
    expect(() => read(given)).toThrow(/^settings: .*(CUDA_DEVICES|DEVICE|TF32)/);
  });
});
