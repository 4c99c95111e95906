import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useFolder } from "../harness/folder.ts";
import { startInference } from "../harness/inference/process.ts";

const folder = useFolder();
const MAIN = join(import.meta.dirname, "../../inference/main.ts");

it("prints its settings when asked for help", () => {
  const { stdout, status } = spawnSync(process.execPath, [MAIN, "--help"], { encoding: "utf8" });
  for (const name of ["INFERENCE_TOKEN", "EXECUTION_PROVIDER", "GALLERY_MEMORY", "TLS_KEY_FILE"]) {
    expect(stdout).toMatch(new RegExp(`${name} +\\S+ +\\S`));
  }
  expect(status).toBe(0);
});

it("rejects to start without a token, and says so", async () => {
  await expect(startInference({ INFERENCE_TOKEN: "" })).rejects.toThrow(/ended with 1: .*INFERENCE_TOKEN/);
});

it("rejects to start on CUDA if there is none, unless it may fall back", async () => {
  const cuda = { EXECUTION_PROVIDER: "cuda", WORKERS: "1" };
  await expect(startInference(cuda)).rejects.toThrow(/ended with 1: .*CUDA was asked for/s);
  const service = await startInference({ ...cuda, CUDA_FALLBACK: "true" });
  expect(await service.stop()).toBe(0);
});

it("prepares models once, logs its progress, and is ready with its addresses", async () => {
  const service = await startInference({ MODELS_DIR: join(folder, "models"), WORKERS: "2" });
  expect(service.events[0]).toMatchObject({ event: "models_folder_made", folder: join(folder, "models") });
  const progress = service.events.filter(({ event }) => event === "progress");
  expect(progress.map(({ done }) => done)).toEqual(progress.map((_, index) => index + 1));
  expect(progress.at(-1)?.done).toBe(progress.at(-1)?.total);
  expect(service.events.at(-1)).toMatchObject({ event: "ready", bundle: "bundled", pid: service.child.pid });
  expect(service.workers()).toHaveLength(2);
  expect(await service.stop()).toBe(0);
  expect(service.events.slice(-2).map(({ event }) => event)).toEqual(["draining", "stopped"]);
  for (const pid of service.workers()) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

it("rejects to start when its models folder cannot be used", async () => {
  writeFileSync(join(folder, "file"), "");
  await expect(startInference({ MODELS_DIR: join(folder, "file") })).rejects.toThrow(
    /ended with 1: settings: MODELS_DIR: \S+ is a file, not a folder/,
  );
});

it("ends without complaint when it is stopped while it starts", async () => {
  const started = startInference({ WORKERS: "2" }, (event, child) => {
    if (event.event === "progress") child.kill("SIGTERM");
  });
  await expect(started).rejects.toThrow(/ended with 0: $/);
});

it("says in its log that it rejects a token, and not which", async () => {
  const service = await startInference({ WORKERS: "1" });
  const wrong = "a-token-that-was-never-given-to-this-host";
  const { grpcWeb } = service.addresses;
  const refused = await fetch(`${grpcWeb}/selfsame.inference.v1.ModelService/GetModelBundle`, {
    method: "POST",
    headers: { authorization: `Bearer ${wrong}`, "content-type": "application/grpc-web+proto" },
    body: new Uint8Array(5),
  });
  await refused.arrayBuffer();
  await expect
    .poll(() => service.events)
    .toContainEqual(expect.objectContaining({ event: "token_refused", calls: 1 }));
  expect(JSON.stringify(service.events)).not.toContain(wrong);
  await service.stop();
});

it("leaves no worker behind when it is killed itself", async () => {
  const service = await startInference({ WORKERS: "1" });
  const [worker] = service.workers();
  service.child.kill("SIGKILL");
  await expect
    .poll(
      () => {
        try {
          return process.kill(worker!, 0);
        } catch {
          return false;
        }
      },
      { timeout: 10_000 },
    )
    .toBe(false);
});
