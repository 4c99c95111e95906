import sharp from "sharp";
import { expect, it } from "vitest";
import { scoreOf } from "../../../inference/forensics/calibration.ts";
import type { Measure, Subject } from "../../../inference/forensics/measure.ts";
import { screenshot } from "../../../inference/forensics/noise-floor.ts";
import { seams, strongestSeam } from "../../../inference/forensics/seams.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";
import { seededRandom } from "../../material/random.ts";
import { forensicNets } from "./nets.ts";

const SIDE = 330;
const ALL = { x: 0, y: 0, width: SIDE, height: SIDE };
const SUSPECT = 0.5;

type Colour = (x: number, y: number) => readonly [number, number, number];

/** A picture of a colour for each pixel under a sensor's noise. */
function picture(colour: Colour, noise = 3): Raster {
  const random = seededRandom(5);
  const data = new Uint8Array(SIDE * SIDE * 3);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const values = colour(i % SIDE, Math.floor(i / SIDE));
    values.forEach((value, c) => {
      data[i * 3 + c] = Math.min(255, Math.max(0, value + (random() + random() - 1) * noise * 2));
    });
  }
  return { width: SIDE, height: SIDE, data };
}

const paper: Colour = (x, y) => [225 - x / 20, 215 - y / 20, 180];
const png = ({ data }: Raster) =>
  sharp(data, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();

const nets = await forensicNets();

/** What a measure found, with its score. */
async function look(measure: Measure, raster: Raster, changes: Partial<Subject> = {}) {
  const content = await png(raster);
  const subject = { content, raster, document: ALL, portrait: null, lines: [], ...changes };
  const measured = await measure.measure(subject, nets);
  return measured.map((each) => ({ ...each, score: scoreOf(each) }));
}

const patch = { x: 101, y: 133, width: 120, height: 60 };
const inPatch = (x: number, y: number) =>
  x >= patch.x && x < patch.x + patch.width && y >= patch.y && y < patch.y + patch.height;

it("a patch that begins at a pixel's edge leaves a seam where it lies, named for what it covers", async () => {
  const pasted = picture((x, y) => (inPatch(x, y) ? [190, 180, 150] : paper(x, y)));
  const { box } = strongestSeam(pasted, ALL, { x: 0, y: 0 });
  expect(Math.max(box.width, box.height)).toBeGreaterThan(50);
  expect([patch.y - 1, patch.y + patch.height - 1]).toContain(box.y);
  const [splice] = await look(seams, pasted);
  expect(splice).toMatchObject({ trace: "seam_on_page", region: box });
  expect(splice!.score).toBeGreaterThanOrEqual(SUSPECT);
  expect((await look(seams, pasted, { lines: [{ box: patch, text: "" }] }))[0]!.trace).toBe("seam_at_text");
  expect((await look(seams, pasted, { portrait: patch }))[0]!.trace).toBe("seam_at_portrait");
});

it("an edge that light passed through is no seam, however straight", async () => {
  const soft = (x: number) => 1 / (1 + Math.exp((x - 120) / 1.1));
  const printed = picture((x) => [220 - 120 * soft(x), 210 - 120 * soft(x), 180]);
  expect((await look(seams, printed))[0]).toMatchObject({ score: 0 });
});

it("a step on the JPEG grid is the compression's own", async () => {
  const blocks = picture((x) => (x >= 160 ? [200, 190, 150] : [225, 215, 180]));
  const shifted = { x: 3, y: 0 };
  expect(strongestSeam(blocks, ALL, { x: 0, y: 0 }).strength).toBeLessThan(40);
  expect(strongestSeam(blocks, ALL, shifted).strength).toBeGreaterThan(100);
});

it("a picture without noise passes for a screenshot; one whose compression took the noise away cannot tell", async () => {
  const drawn = picture(() => [240, 240, 235], 0);
  expect((await look(screenshot, drawn))[0]!.score).toBe(1);
  expect((await look(screenshot, picture(paper)))[0]!.score).toBe(0);
  const coarse = await sharp(await png(drawn))
    .jpeg({ quality: 60 })
    .toBuffer();
  expect(await look(screenshot, drawn, { content: coarse })).toEqual([]);
});
