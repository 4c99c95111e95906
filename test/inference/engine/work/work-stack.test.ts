import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { stoppable, WorkStack } from "../../../../inference/engine/work/work-stack.ts";
import { type OpenPack, openPack } from "../../../../inference/pack/open.ts";
import { ALONE } from "../../../../inference/pipelines/forensics/helper.ts";
import { openPipelines, type Pipelines } from "../../../../inference/pipelines/index.ts";
import { CPU, type Net } from "../../../../inference/runtime/session.ts";
import { COSTLY_PICTURES } from "../../../../lab/material/costly/pictures.ts";
import { samplePhoto } from "../../../../lab/material/faces/sample-photos.ts";
import { MODELS_DIR } from "../../../harness/inference/process.ts";

const works = new WorkStack();
let pack: OpenPack;
let pipelines: Pipelines;
let page: Uint8Array;
/** Runs of nets so far, and what to do after so many. */
let runs = 0;
let after: { readonly runs: number; readonly act: () => void } | undefined;

const counted = (net: Net): Net => ({
  ...net,
  async run(feeds) {
    runs++;
    if (runs === after?.runs) after.act();
    return net.run(feeds);
  },
});

beforeAll(async () => {
  pack = await openPack(MODELS_DIR, CPU);
  const counting = { ...pack, net: (task: Parameters<OpenPack["net"]>[0]) => counted(pack.net(task)) };

  pipelines = await openPipelines(stoppable(counting, works), { helper: ALONE, stop: works });
  // Short words in 12 pixels: hundreds of lines.
  page = (await COSTLY_PICTURES["dense text"]!.make([0.3, 0.02, 0.09, 0.38, 0, 0.25, 0, 0])) as Uint8Array;
});
afterAll(() => pack?.release());

type Step = typeof after;

/** Does work as the run of number 1, and something else after so many runs of nets. */
function work<T>(msLeft: number, begin: () => Promise<T>, then?: Step): Promise<T> {
  runs = 0;
  after = then;
  return works.do(1, msLeft, begin);
}

const HOUR = 3_600_000;

/** The machine's own clock, not that of the day, is two hours on. */
const passDeadline = () => {
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 2 * HOUR);
};
afterEach(() => vi.restoreAllMocks());

it("work whose deadline has passed is not begun", async () => {
  const reading = work(0, () => pipelines.readDocument(page));
  await expect(reading).rejects.toMatchObject({ name: "StoppedError", reason: "late" });
  expect(runs).toBe(0);
});

it("work is left between two lines once its deadline has passed", async () => {
  const reading = work(HOUR, () => pipelines.readDocument(page), { runs: 40, act: passDeadline });
  await expect(reading).rejects.toMatchObject({ name: "StoppedError", reason: "late" });
  expect(runs).toBe(40);
});

it("work is left at its next step when its caller goes away, and other work is not", async () => {
  const goAway = { runs: 25, act: () => setImmediate(() => works.cancel(1)) };
  const assessing = work(HOUR, () => pipelines.assessForensics(page), goAway);
  const other = works.do(2, HOUR, () => works.throwIfStopped());
  await expect(assessing).rejects.toMatchObject({ name: "StoppedError", reason: "canceled" });
  expect(runs).toBeLessThanOrEqual(26);
  await expect(other).resolves.toBeUndefined();
});

it("a capture's next frame is not decoded once the work is stopped", async () => {
  const frames = [page, page];
  const assessing = work(HOUR, () => pipelines.assessPresentationAttack(frames), {
    runs: 1,
    act: passDeadline,
  });
  await expect(assessing).rejects.toMatchObject({ reason: "late" });
  expect(runs).toBe(1);
});

it("of a page of a thousand lines 200 are read at most, and the rest is counted", async () => {
  const { lines, quality } = await work(HOUR, () => pipelines.readDocument(page));
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(200);
  expect(quality.unreadLines).toBeGreaterThan(50);
  expect(Math.max(...lines.map(({ text }) => Array.from(text).length))).toBeLessThanOrEqual(120);
});

describe("work that comes while other work is done", () => {
  it("is done before that one's next step, and neither changes the other's answer", async () => {
    const [a, b] = ["sample1.jpg", "sample3.jpg"].map((file) => {
      const content = readFileSync(samplePhoto(file));
      return () => pipelines.analyzeFace(content);
    });
    const alone = [await work(HOUR, a!), await work(HOUR, b!)];
    const order: string[] = [];
    let newer: Promise<unknown> | undefined;
    const begin = () => {
      newer = works.do(2, HOUR, b!).finally(() => order.push("newer"));
    };
    const older = work(HOUR, a!, { runs: 1, act: begin }).finally(() => order.push("older"));
    expect([await older, await newer]).toEqual(alone);
    expect(order).toEqual(["newer", "older"]);
  });

  it("has a deadline of its own, and so has the one that is put aside", async () => {
    const older = works.do(1, HOUR, async () => {
      await expect(works.do(2, 0, () => works.throwIfStopped())).rejects.toMatchObject({ reason: "late" });
      expect(works.secondsLeft).toBeGreaterThan(3_000);
      await works.throwIfStopped();
      await works.do(3, 3 * HOUR, async () => {
        passDeadline();
        await works.throwIfStopped();
      });
      await works.throwIfStopped();
    });
    await expect(older).rejects.toMatchObject({ reason: "late" });
  });

  it("is not waited for once it has failed", async () => {
    const failing = works.do(1, HOUR, async () => {
      const broken = expect(works.do(2, HOUR, () => Promise.reject(new Error()))).rejects.toThrow();
      await works.throwIfStopped();
      await broken;
    });
    await expect(failing).resolves.toBeUndefined();
  });
});

it.each([
  ["set forward does not end work", HOUR, HOUR / 2, undefined],
  ["set back does not prolong work", -HOUR, 0, "late"],
])("a clock that is %s", async (_, step, msLeft, reason) => {
  const ended = work(msLeft, async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + step);
    await works.throwIfStopped();
  });
  const end = await ended.catch((error) => error.reason);
  expect(end).toBe(reason);
});

it("what is done between two steps is done before each of them", async () => {
  let between = 0;
  const stack = new WorkStack(() => between++);
  const net = { ...pack.net("text_orientation"), run: async () => ({}) };
  const { net: wrapped } = stoppable({ ...pack, net: () => net }, stack);
  await wrapped("text_orientation").run({});
  await stack.throwIfStopped();
  expect(between).toBe(2);
});
