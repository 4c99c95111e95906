import { expect, it } from "vitest";
import { readConfig } from "#inference/config.ts";

const read = (given: Record<string, string>) => readConfig({ INFERENCE_TOKEN: "x".repeat(32), ...given });
const onGpus = (given: Record<string, string> = {}) => read({ EXECUTION_PROVIDER: "cuda", ...given });

it("a host without GPUs keeps its nets in the engines, unless a device on the processor is asked for", () => {
  expect(read({}).devices).toEqual([]);
  expect(read({ CUDA_DEVICES: "0,1" }).devices).toEqual([]);
  expect(read({ DEVICE: "cpu" }).devices).toEqual([{ name: "cpu", lanes: 1, environment: {} }]);
});

it("each GPU has a process that sees it alone, and rounds nothing", () => {
  const { devices, tf32 } = onGpus({ CUDA_DEVICES: "0, 3,MIG-7f6c2f1e-2a0b-5d" });
  expect(devices.map(({ name }) => name)).toEqual(["0", "3", "MIG-7f6c2f1e-2a0b-5d"]);
  expect(devices.map(({ environment }) => environment.CUDA_VISIBLE_DEVICES)).toEqual(
    devices.map(({ name }) => name),
  );
  expect(devices.map(({ environment }) => environment.NVIDIA_TF32_OVERRIDE)).toEqual(["0", "0", "0"]);
  expect(tf32).toBe(false);
  expect(onGpus().devices.map(({ name }) => name)).toEqual(["0"]);
});

it("a GPU has two lanes, so that it computes for one while the other reads, or as many as its operator says", () => {
  expect(onGpus({ CUDA_DEVICES: "0,1" }).devices.map(({ lanes }) => lanes)).toEqual([2, 2]);
  expect(onGpus({ CUDA_LANES: "1" }).devices.map(({ lanes }) => lanes)).toEqual([1]);
  expect(() => onGpus({ CUDA_LANES: "0" })).toThrow(/CUDA_LANES/);
});

it("TF32 lets GPUs round, whatever the environment said of it", () => {
  const { devices, tf32 } = onGpus({ TF32: "true", NVIDIA_TF32_OVERRIDE: "0" });
  expect([tf32, devices[0]!.environment.NVIDIA_TF32_OVERRIDE]).toEqual([true, undefined]);
  expect("NVIDIA_TF32_OVERRIDE" in devices[0]!.environment).toBe(true);
});

it("numbers count the GPUs that CUDA_VISIBLE_DEVICES leaves, and reach no other", () => {
  const visible = { CUDA_VISIBLE_DEVICES: "2,GPU-aa" };
  const { devices } = onGpus({ CUDA_DEVICES: "0,1", ...visible });
  expect(devices.map(({ environment }) => environment.CUDA_VISIBLE_DEVICES)).toEqual(["2", "GPU-aa"]);
  expect(() => onGpus({ CUDA_DEVICES: "2", ...visible })).toThrow(/CUDA_DEVICES names GPU 2/);
});

it.each([
  ["a list with a hole", { CUDA_DEVICES: "0,,1" }],
  ["a GPU twice", { CUDA_DEVICES: "0,0" }],
  ["what is no GPU", { CUDA_DEVICES: "first" }],
  ["another device", { DEVICE: "tpu" }],
  ["a device on the processor of a GPU host", { DEVICE: "cpu", EXECUTION_PROVIDER: "cuda" }],
  ["rounding without GPUs", { TF32: "true" }],
])("refuses %s", (_, given) => {
  expect(() => read(given)).toThrow(/^settings: .*(CUDA_DEVICES|DEVICE|TF32)/);
});
