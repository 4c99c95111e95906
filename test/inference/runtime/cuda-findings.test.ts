import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findCuda } from "#inference/runtime/cuda-findings.ts";

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
  const { libraries } = await findCuda(0);
  const own = libraries["libcudart.so"]!.filter((path) => path.startsWith(folder));
  expect(own).toEqual([join(old, "libcudart.so.12"), join(now, "libcudart.so.13")]);
});

it("asks nvidia-smi for the GPUs", async () => {
  const listed = `GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1a)
  MIG 1g.10gb     Device  0: (UUID: MIG-2b)
  MIG 2g.20gb     Device  1: (UUID: MIG-3c)
GPU 1: NVIDIA L4 (UUID: GPU-4d)
Failed to query the name of GPU 2`;
  installProgram("nvidia-smi", `[ "$1" = -L ] && cat <<'END'\n${listed}\nEND`);
  expect((await findCuda(0)).gpus).toEqual([
    { name: "NVIDIA H100 80GB HBM3", uuids: ["GPU-1a", "MIG-2b", "MIG-3c"] },
    { name: "NVIDIA L4", uuids: ["GPU-4d"] },
  ]);
});

it("a tool of the driver that fails finds nothing, and is no failure of its own", async () => {
  installProgram("nvidia-smi", 'echo "Failed to initialize NVML"; exit 9');
  expect((await findCuda(0)).gpus).toEqual([]);
});

it("the GPU that is asked for is the one that CUDA_VISIBLE_DEVICES gives, which nvidia-smi does not heed", async () => {
  const askedOf = async (visible: string | undefined, device: number) => {
    vi.stubEnv("CUDA_VISIBLE_DEVICES", visible);
    return (await findCuda(device)).requested;
  };
  expect(await askedOf(undefined, 0)).toBe("0");
  expect(await askedOf("3", 0)).toBe("3");
  expect(await askedOf("5,MIG-2b", 1)).toBe("MIG-2b");
  expect(await askedOf("", 0)).toBe("0");
});
