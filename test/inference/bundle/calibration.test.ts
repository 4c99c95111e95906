import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { calibrationPath, readCalibration } from "#inference/bundle/calibration.ts";

const VERSION = "fused-0123456789ab.1";
const CALIBRATION = {
  templateVersion: VERSION,
  measuredOn: { name: "ours", photos: 200, subjects: 100, withoutFace: 1 },
  measuredAt: "2026-11-21T05:00:00.000Z",
  operatingPoints: [
    {
      level: "fmr_1e-2",
      comparisonScore: 0.8,
      mated: 100,
      nonMated: 19_800,
      fmr: 0.008,
      fmrInterval: [0.006, 0.01],
      fnmr: 0.02,
      fnmrInterval: [0.01, 0.04],
    },
  ],
};

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "calibration-"));
});
afterEach(() => rm(dir, { recursive: true }));

async function write(content: string, version = VERSION) {
  const path = calibrationPath(dir, version);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

it("an operator's calibration is read for the templates that it was made for, and for no others", async () => {
  await write(JSON.stringify(CALIBRATION));
  expect(await readCalibration(dir, VERSION)).toEqual(CALIBRATION);
  expect(await readCalibration(dir, "fused-0123456789ab.2")).toBeNull();
});

it("an operator's own calibration goes before the release's", async () => {
  const shipped = (await readdir("inference/bundle/calibration"))[0]!.replace(/\.json$/, "");
  expect((await readCalibration(dir, shipped))!.measuredOn.name).not.toBe("ours");
  await write(JSON.stringify({ ...CALIBRATION, templateVersion: shipped }), shipped);
  expect((await readCalibration(dir, shipped))!.measuredOn.name).toBe("ours");
});

const [point] = CALIBRATION.operatingPoints;
it.each([
  ["is no JSON", "{"],
  ["is for other templates", JSON.stringify({ ...CALIBRATION, templateVersion: "single-0.1" })],
  [
    "has a score that is no number",
    JSON.stringify({ ...CALIBRATION, operatingPoints: [{ ...point, comparisonScore: null }] }),
  ],
  ["has a level twice", JSON.stringify({ ...CALIBRATION, operatingPoints: [point, point] })],
  [
    "has a level of its own",
    JSON.stringify({ ...CALIBRATION, operatingPoints: [{ ...point, level: "fmr_0" }] }),
  ],
  ["does not say on what it was measured", JSON.stringify({ ...CALIBRATION, measuredOn: undefined })],
])("a calibration that %s is rejected: no threshold is taken from it", async (_, content) => {
  await write(content);
  await expect(readCalibration(dir, VERSION)).rejects.toMatchObject({ code: "calibration_invalid" });
});
