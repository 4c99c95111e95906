import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type OpenBundle, openBundle } from "#inference/bundle/open.ts";
import { openPipelines, type Pipelines } from "#inference/pipelines/index.ts";
import { CPU, type Model } from "#inference/runtime/session.ts";
import { CurrentWork, stoppable } from "#inference/workers/current-work.ts";
import { COSTLY_IMAGES } from "#lab/material/costly/images.ts";
import { MODELS_DIR } from "../../harness/inference/process.ts";

const current = new CurrentWork();
let bundle: OpenBundle;
let pipelines: Pipelines;
let page: Uint8Array;
/** Runs of models so far, and an action after a number of them. */
let runs = 0;
let after: { readonly runs: number; readonly act: () => void } | undefined;

const counted = (model: Model): Model => ({
  ...model,
  async run(feeds) {
    runs++;
    if (runs === after?.runs) after.act();
    return model.run(feeds);
  },
});

beforeAll(async () => {
  bundle = await openBundle(MODELS_DIR, CPU);
  const counting = {
    ...bundle,
    model: (task: Parameters<OpenBundle["model"]>[0]) => counted(bundle.model(task)),
  };

  pipelines = await openPipelines(stoppable(counting, current), { stop: current });
  // Short words in 12 pixels: hundreds of lines.
  page = (await COSTLY_IMAGES["dense text"]!.make([0.3, 0.02, 0.09, 0.38, 0, 0.25, 0, 0])) as Uint8Array;
});
afterAll(() => bundle?.release());

type Step = typeof after;

/** Does work as the run of number 1, and something else after so many runs of models. */
function work<T>(msLeft: number, begin: () => Promise<T>, then?: Step): Promise<T> {
  runs = 0;
  after = then;
  current.begin(1, msLeft);
  return begin();
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

it("work is left at its next step when its caller goes away", async () => {
  const goAway = { runs: 25, act: () => setImmediate(() => current.cancel(1)) };
  const assessing = work(HOUR, () => pipelines.assessForensics(page), goAway);
  await expect(assessing).rejects.toMatchObject({ name: "StoppedError", reason: "canceled" });
  expect(runs).toBeLessThanOrEqual(26);
});

it("a caller that disconnects after the work has ended stops no later work", async () => {
  current.begin(1, HOUR);
  current.begin(2, HOUR);
  current.cancel(1);
  await expect(current.throwIfStopped()).resolves.toBeUndefined();
  current.cancel(2);
  await expect(current.throwIfStopped()).rejects.toMatchObject({ reason: "canceled" });
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

it.each([
  ["set forward does not end work", HOUR, HOUR / 2, undefined],
  ["set back does not prolong work", -HOUR, 0, "late"],
])("a clock that is %s", async (_, step, msLeft, reason) => {
  const ended = work(msLeft, async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + step);
    await current.throwIfStopped();
  });
  const end = await ended.catch((error) => error.reason);
  expect(end).toBe(reason);
});
