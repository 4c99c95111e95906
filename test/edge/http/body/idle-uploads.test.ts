import { connect } from "node:net";
import { afterAll, expect, it } from "vitest";
import { startWorkerRig } from "#test/harness/stack/worker-rig.ts";

const MIB = 1024 * 1024;
const HEAD = '--XX\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
const TYPE = "multipart/form-data; boundary=XX";

const rig = await startWorkerRig();
afterAll(() => rig.close());

/** Begins an upload and sends a few bytes of it. */
async function idle(length: string) {
  const { port, host, hostname } = new URL(rig.url);
  const socket = connect({ port: Number(port), host: hostname });
  const lines = [
    "POST /v1/ocr/scan HTTP/1.1",
    `Host: ${host}`,
    `Authorization: Bearer ${rig.key}`,
    `Content-Type: ${TYPE}`,
    length,
  ];
  const sent = length.startsWith("Content-Length") ? HEAD : `${HEAD.length.toString(16)}\r\n${HEAD}\r\n`;
  await new Promise((resolve) => socket.write(`${lines.join("\r\n")}\r\n\r\n${sent}`, resolve));
  return socket;
}

/** Sends an upload of 5 MiB that is rejected once it was read; returns the error and the time. */
async function whole() {
  const form = new FormData();
  form.set("nothing", new Blob([new Uint8Array(5 * MIB)]), "a.jpg");
  const since = performance.now();
  const headers = { authorization: `Bearer ${rig.key}` };
  const answer = await fetch(`${rig.url}/v1/ocr/scan`, { method: "POST", headers, body: form });
  const { error } = (await answer.json()) as { error: { code: string } };
  return { code: error.code, ms: performance.now() - since };
}

it("eight uploads that send a few bytes, and then nothing, delay no other one, not even of their tenant", async () => {
  const announced = [`Content-Length: ${25 * MIB}`, "Transfer-Encoding: chunked"];
  const sockets = await Promise.all(Array.from({ length: 8 }, (_, i) => idle(announced[i % 2]!)));
  const answers = await Promise.all(Array.from({ length: 8 }, whole));
  for (const socket of sockets) socket.destroy();
  expect(answers.map(({ code }) => code)).toEqual(Array(8).fill("unknown_parameter"));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(2_000);
});
