import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { useFolder } from "../harness/folder.ts";

const PROGRAM = join(import.meta.dirname, "../../tools/dossier/main.ts");
const folder = useFolder();

async function verify(jwks: string): Promise<string> {
  const file = join(folder, "dossier.json");
  await writeFile(file, '{"signature": "a.b.c"}');
  const args = [PROGRAM, "dossier", "verify", file, "--jwks", jwks];
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    ({ code, stderr }) => `${code} ${stderr}`,
  );
}

it("the keys of a dossier come from an https address, or from http on this machine alone", async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const path = "/.well-known/jwks.json";
  const answers = await Promise.all([
    verify(`http://127.0.0.1:${port}${path}`),
    verify(`http://id.example.com${path}`),
  ]);
  server.close();
  expect(asked).toEqual([path]);
  expect(answers[0]).toMatch(/^2 This is no dossier/);
  expect(answers[1]).toBe(
    `2 --jwks: the address must begin with https://, unless it is of this machine: http://id.example.com${path}\n`,
  );
});
