import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { free, usualOrFree } from "#local/supervisor/ports.ts";
import { startOnFreePorts } from "#local/supervisor/start-on-free-ports.ts";
import { SupervisedProcess } from "#local/supervisor/supervised-process.ts";
import { useFolder } from "../../harness/folder.ts";

const LISTENER = `
import { createServer } from "node:net";
const port = Number(process.env.PORT);
createServer().listen(port, "127.0.0.1", () => console.log(JSON.stringify({ event: "ready", port })));
process.on("SIGTERM", () => process.exit(0));
`;
const script = join(useFolder(), "listener.mjs");
await writeFile(script, LISTENER);

async function listener(usual: number): Promise<SupervisedProcess> {
  const port = await usualOrFree(usual);
  const started = { name: "listener", script, environment: { PORT: `${port}` }, ports: [port] };
  return new SupervisedProcess({ ...started, onRestart: () => ({}), stopMs: 1_000 });
}

it("a process whose port was taken since it was chosen starts on another one", async () => {
  const usual = await free();
  const other = createServer();
  const said: string[] = [];
  const { process, facts } = await startOnFreePorts(
    () => listener(usual),
    async (made) => {
      // Another stack takes a port first, once.
      if (!other.listening) await once(other.listen(usual, "127.0.0.1"), "listening");
      return made.start();
    },
    (line) => said.push(line),
  );
  expect(facts.port).not.toBe(usual);
  expect(said).toEqual([`Port ${usual} is taken: listener uses another one.`]);
  await process.stop();
  other.close();
});

it("a process that fails for another reason is not restarted", async () => {
  const usual = await free();
  let starts = 0;
  const starting = startOnFreePorts(
    () => listener(usual),
    () => {
      starts++;
      return Promise.reject(new Error("it has no models"));
    },
  );
  await expect(starting).rejects.toThrow("it has no models");
  expect(starts).toBe(1);
});
