import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { KeptDecoder } from "#inference/decoder/kept-decoder.ts";
import { LIMITS } from "#inference/decoder/messages.ts";
import { type Decodable, decodeImage } from "#inference/imaging/decode.ts";
import { progressive } from "#lab/material/hostile/jpegs.ts";

const SIDE = 6_000;
/** Without the check of its structure: 20,000 scans take some ten times an image's limit. */
const ENDLESS: Decodable = { file: progressive(SIDE, SIDE, 20_000), width: SIDE, height: SIDE };

let decoder: KeptDecoder;
let photo: Buffer;
beforeAll(async () => {
  decoder = await KeptDecoder.open();
  photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => decoder.close());

const patience = (secondsLeft = 60, signal = new AbortController().signal) => ({ secondsLeft, signal });
const decode = (content: Uint8Array) => decodeImage(content, (each) => decoder.decode(each, patience()));
const outcome = (decoding: Promise<unknown>) =>
  decoding.then(
    () => "decoded",
    (error) => error.reason ?? error.name,
  );
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The system takes a moment to bury a process that was killed. */
async function expectGone(pid: number): Promise<void> {
  for (let tries = 0; isAlive(pid) && tries < 500; tries++) await sleep(10);
  expect(isAlive(pid)).toBe(false);
}

it("decodes to the same pixels as this process does", async () => {
  const [there, here] = [await decode(photo), await decodeImage(photo)];
  expect([there.width, there.height]).toEqual([900, 700]);
  expect(Buffer.compare(there.data, here.data)).toBe(0);
});

it("rejects an image that takes more than its processor time, and decodes the next one", async () => {
  const pid = decoder.pid!;
  expect(await outcome(decoder.decode(ENDLESS, patience()))).toBe("not_processable");
  await expectGone(pid);
  expect((await decode(photo)).width).toBe(900);
});

it("rejects an image that takes more than its memory", async () => {
  const side = Math.ceil(Math.sqrt(LIMITS.bytes / 7));
  const large = await sharp({ create: { width: side, height: side, channels: 3, background: "grey" } })
    .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const image = { file: large, width: side, height: side };
  expect(await outcome(decoder.decode(image, patience()))).toBe("not_processable");
});

it("abandons an image at its deadline and when its caller has gone: its process ends at once", async () => {
  for (const end of ["deadline", "caller"] as const) {
    await decode(photo);
    const pid = decoder.pid!;
    const leaving = new AbortController();
    const decoding = outcome(
      decoder.decode(ENDLESS, patience(end === "deadline" ? 0.2 : 60, leaving.signal)),
    );
    if (end === "caller") setTimeout(() => leaving.abort(), 200);
    expect(await decoding).toBe("DecoderLostError");
    await expectGone(pid);
  }
});

it("retries an image whose process was killed, and rejects it the second time", async () => {
  await decode(photo);
  const first = decoder.pid!;
  const decoding = outcome(decoder.decode(ENDLESS, patience()));
  await sleep(100);
  process.kill(first, "SIGKILL");
  while (decoder.pid === first) await sleep(10);
  const second = decoder.pid!;
  // The image waits until the process reports that its libraries are loaded.
  await sleep(1_500);
  process.kill(second, "SIGKILL");
  expect(await decoding).toBe("not_processable");
});
