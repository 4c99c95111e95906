import { describe, expect, it } from "vitest";
import { rectangle } from "#inference/geometry/quad.ts";
import { centroid } from "#inference/geometry/transform.ts";
import { findMrzRows, findSeed } from "#inference/pipelines/document/mrz/rows.ts";
import type { RecognizedLine } from "#inference/pipelines/document/text.ts";

const region = (text: string, x: number, y: number, width: number): RecognizedLine => ({
  text,
  isCut: false,
  confidence: 0.9,
  certainty: 0.9,
  quad: rectangle(x, y, width, 20),
});

const visual = [
  region("Surname", 300, 40, 90),
  region("ERIKSSON", 300, 70, 160),
  region("Date of birth", 300, 110, 120),
];
const passport = [
  region("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", 50, 400, 880),
  region("L898902C36UTO7408122F1204159ZE184226B<<<<<10", 50, 440, 880),
];
/** The positions of each group's rows, by their middles. */
const heights = (groups: ReturnType<typeof findMrzRows>) =>
  groups.map((rows) => rows.map((row) => Math.round(centroid(row).y)));

describe("rows of an MRZ", () => {
  it("are distinguished from the VIZ, top to bottom", () => {
    expect(heights(findMrzRows([...passport.toReversed(), ...visual]))).toEqual([[410, 450]]);
  });

  it("begin and end together though one was found cut short", () => {
    const short = region("P<UTOERIKSSON<<ANNA", 50, 400, 380);
    const [rows] = findMrzRows([short, passport[1]!]);
    const [left, right] = [rows![0]![0].x, rows![0]![1].x];
    expect([left, right]).toEqual([rows![1]![0].x, rows![1]![1].x]);
    expect(left).toBeLessThan(50);
    expect(right).toBeGreaterThan(50 + 880);
  });

  it("are put together from pieces", () => {
    const pieces = [region("<<<<<<<<<<<<", 700, 402, 230), region("P<UTOERIKSSON<<ANNA", 50, 400, 380)];
    const groups = findMrzRows([...pieces, passport[1]!]);
    expect(groups.map((rows) => rows.length)).toEqual([2]);
  });

  it("are offered by threes before twos", () => {
    const third = region("ERIKSSON<<ANNA<MARIA<<<<<<<<<<", 50, 480, 880);
    expect(findMrzRows([...passport, third]).map((rows) => rows.length)).toEqual([3, 2, 2]);
  });

  it("have fillers, all but one of them", () => {
    const capitals = [
      region("REPUBLICOFUTOPIA", 50, 320, 400),
      region("MINISTRYOFTHEINTERIOR", 50, 360, 500),
    ];
    expect(heights(findMrzRows([...capitals, ...passport])).flat()).not.toContain(330);
  });

  it("lie near one another", () => {
    expect(findMrzRows([passport[0]!, { ...passport[1]!, quad: rectangle(50, 600, 880, 20) }])).toEqual([]);
  });
});

it("looks for no MRZ in text without fillers", () => {
  expect(findSeed(visual)).toBeUndefined();
  expect(findMrzRows(visual)).toEqual([]);
});
