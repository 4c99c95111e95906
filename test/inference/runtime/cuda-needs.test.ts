import { expect, it } from "vitest";
import { type CudaFindings, cudaUnavailable } from "#inference/runtime/cuda-needs.ts";

const HOST: CudaFindings = {
  requested: "0",
  driver: "580.159.04",
  gpus: [{ name: "NVIDIA H100 80GB HBM3", uuids: ["GPU-1a2b", "MIG-3c4d"] }],
  libraries: {
    "libcuda.so": ["/usr/lib64/libcuda.so.1"],
    "libcudart.so": ["/opt/cuda/lib/libcudart.so.13"],
    "libcublas.so": ["/opt/cuda/lib/libcublas.so.13"],
    "libcublasLt.so": ["/opt/cuda/lib/libcublasLt.so.13"],
    "libcurand.so": ["/opt/cuda/lib/libcurand.so.10"],
    "libcudnn.so": ["/opt/cuda/lib/libcudnn.so.9"],
  },
  provider: "/opt/node_modules/libonnxruntime_providers_cuda.so",
  onnxruntime: "1.30.0",
};

const missingOf = (findings: Partial<CudaFindings>): string | undefined =>
  /Missing: (.*?)\. Present/.exec(cudaUnavailable({ ...HOST, ...findings }))?.[1];

it.each<[string, Partial<CudaFindings>, string]>([
  ["no driver", { driver: undefined }, "driver: 580 or later (found: none)"],
  ["a driver of CUDA 12", { driver: "575.57.08" }, "driver: 580 or later (found: 575.57.08)"],
  ["no GPU", { gpus: [] }, "GPU: 0 (found: none)"],
  [
    "no provider",
    { provider: undefined },
    "provider: libonnxruntime_providers_cuda.so of 1.30.0 (found: none)",
  ],
])("names %s as missing, and the rest as present", (_, findings, missing) => {
  expect(missingOf(findings)).toBe(missing);
});

it("names the GPU that was requested beside those that are there", () => {
  const gpus = [
    { name: "A", uuids: ["GPU-1"] },
    { name: "B", uuids: ["GPU-2", "MIG-3"] },
  ];
  const found = "(found: 0 A GPU-1 + 1 B GPU-2 MIG-3)";
  expect(missingOf({ requested: "2", gpus })).toBe(`GPU: 2 ${found}`);
  expect(missingOf({ requested: "GPU-4", gpus })).toBe(`GPU: GPU-4 ${found}`);
  expect(cudaUnavailable({ ...HOST, requested: "3" })).toContain("CUDA was asked for (GPU 3)");
});

it.each(["0", "GPU-1a2b", "GPU-1a", "MIG-3c4d"])(
  "finds %s by its number or the beginning of its UUID",
  (requested) => {
    expect(missingOf({ requested })).toBeUndefined();
  },
);

it("names another version of a library as found, and wants the right one", () => {
  const libraries = {
    ...HOST.libraries,
    "libcudart.so": ["/usr/lib/libcudart.so.12", "/opt/libcudart.so.11"],
  };
  expect(missingOf({ libraries })).toBe(
    "CUDA: libcudart.so.13 (found: /usr/lib/libcudart.so.12 + /opt/libcudart.so.11)",
  );
  const both = { ...HOST.libraries, "libcudnn.so": ["/usr/lib/libcudnn.so.8", "/opt/libcudnn.so.9"] };
  expect(missingOf({ libraries: both })).toBeUndefined();
});

it("a library of version 13 is none of version 1 or 130", () => {
  const libraries = { ...HOST.libraries, "libcudart.so": ["/usr/lib/libcudart.so.130"] };
  expect(missingOf({ libraries })).toContain("libcudart.so.13 (found: /usr/lib/libcudart.so.130)");
});

it("says so if nothing is missing, and hands on what ONNX Runtime said, in one line", () => {
  const said = cudaUnavailable(HOST, "CUDA failure 999:\n  unknown error ");
  expect(said).toMatch(
    /Everything that it needs was found\. Present: driver: 580 or later \(found: 580\.159\.04\)/,
  );
  expect(said).toContain("ONNX Runtime says: CUDA failure 999: unknown error.");
  expect(said).not.toContain("\n");
});
