import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { StopSource, stoppable } from "../../../../inference/engine/work/stop-source.ts";
import { type OpenPack, openPack } from "../../../../inference/pack/open.ts";
import { ALONE } from "../../../../inference/pipelines/forensics/helper.ts";
import { openPipelines, type Pipelines } from "../../../../inference/pipelines/index.ts";
import { CPU, type Net } from "../../../../inference/runtime/session.ts";
import { MODELS_DIR } from "../../../harness/inference/process.ts";
import { COSTLY_PICTURES } from "../../../material/costly/pictures.ts";

const stop = new StopSource();
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

  pipelines = await openPipelines(stoppable(counting, stop), { helper: ALONE, stop });
  // Short words in 12 pixels: hundreds of lines.
  page = (await COSTLY_PICTURES["dense text"]!.make([0.3, 0.02, 0.09, 0.38, 0, 0.25, 0, 0])) as Uint8Array;
});
afterAll(() => pack?.release());

function begin(msLeft: number, then?: typeof after): void {
  runs = 0;
  after = then;
  stop.begin(msLeft);
}

const HOUR = 3_600_000;

it("work whose deadline has passed is not begun", async () => {
  begin(0);
  await expect(pipelines.readDocument(page)).rejects.toMatchObject({ name: "StoppedError", reason: "late" });
  expect(runs).toBe(0);
});

it("work is left between two lines once its deadline has passed", async () => {
  begin(HOUR, { runs: 40, act: () => stop.begin(0) });
  await expect(pipelines.readDocument(page)).rejects.toMatchObject({ name: "StoppedError", reason: "late" });
  expect(runs).toBe(40);
});

it("work is left at its next step when its caller goes away", async () => {
  begin(HOUR, { runs: 25, act: () => setImmediate(() => stop.cancel()) });
  await expect(pipelines.assessForensics(page)).rejects.toMatchObject({
    name: "StoppedError",
    reason: "canceled",
  });
  expect(runs).toBeLessThanOrEqual(26);
});

it("a capture's next frame is not decoded once the work is stopped", async () => {
  begin(HOUR, { runs: 1, act: () => stop.begin(0) });
  await expect(pipelines.assessPresentationAttack([page, page])).rejects.toMatchObject({ reason: "late" });
  expect(runs).toBe(1);
});

it("of a page of a thousand lines 200 are read at most, and the rest is counted", async () => {
  begin(HOUR);
  const { lines, quality } = await pipelines.readDocument(page);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(200);
  expect(quality.unreadLines).toBeGreaterThan(50);
  expect(Math.max(...lines.map(({ text }) => Array.from(text).length))).toBeLessThanOrEqual(120);
});

it.each([
  ["set forward does not end work", HOUR, HOUR / 2, undefined],
  ["set back does not prolong work", -HOUR, 0, "late"],
])("a clock that is %s", async (_, step, msLeft, reason) => {
  const source = new StopSource();
  source.begin(msLeft);
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + step);
  const end = await source.throwIfStopped().then(
    () => undefined,
    (error) => error.reason,
  );
  clock.mockRestore();
  expect(end).toBe(reason);
});

it("what is done between two steps is done before each of them", async () => {
  let between = 0;
  const source = new StopSource(() => between++);
  const net = { ...pack.net("text_orientation"), run: async () => ({}) };
  const { net: wrapped } = stoppable({ ...pack, net: () => net }, source);
  await wrapped("text_orientation").run({});
  await source.throwIfStopped();
  expect(between).toBe(2);
});
