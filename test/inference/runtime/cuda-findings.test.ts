import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findCuda } from "../../../inference/runtime/cuda-findings.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "selfsame-cuda-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A program of that name that is found before any other. */
function installProgram(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
}

it("finds every version of a library on LD_LIBRARY_PATH, in its order, and passes over what is no folder", async () => {
  const [old, now] = [join(folder, "old"), join(folder, "now")];
  for (const each of [old, now]) mkdirSync(each);
  for (const file of ["old/libcudart.so.12", "now/libcudart.so.13", "now/libcudart_static.a"]) {
    writeFileSync(join(folder, file), "");
  }
  vi.stubEnv("LD_LIBRARY_PATH", `${old}::${join(folder, "absent")}:${join(now, "libcudart.so.13")}:${now}`);
  const { libraries } = await findCuda();
  const own = libraries["libcudart.so"]!.filter((path) => path.startsWith(folder));
  expect(own).toEqual([join(old, "libcudart.so.12"), join(now, "libcudart.so.13")]);
});

it("asks nvidia-smi for the GPUs", async () => {
  installProgram("nvidia-smi", 'case "$1" in *=name) echo "NVIDIA H100"; echo "NVIDIA L4";; esac');
  expect((await findCuda()).gpus).toEqual(["NVIDIA H100", "NVIDIA L4"]);
});

it("a tool of the driver that fails finds nothing, and is no failure of its own", async () => {
  installProgram("nvidia-smi", 'echo "Failed to initialize NVML"; exit 9');
  expect((await findCuda()).gpus).toEqual([]);
});

it("tells the version of ONNX Runtime that is installed", async () => {
  expect((await findCuda()).onnxruntime).toMatch(/^1\.\d+\.\d+$/);
});
