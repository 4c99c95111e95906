import { describe, expect, it } from "vitest";
import type { TextLine } from "#edge/inference/port.ts";
import { readViz } from "#edge/verdicts/ocr/visual/viz.ts";
import { costlyReading } from "#lab/material/costly/readings.ts";
import { line } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const read = (...lines: TextLine[]) =>
  Object.fromEntries([...readViz(lines, NOW)].map(([key, { value }]) => [key, value]));

/** The reading of fine print that repeats one phrase on every line, on the right of the page. */
const phrase = [
  "UNION OF FREE PORTS AND CANTONS",
  "ND CANTONS UNION OF FREE PORT",
  "FREEPORTSANDCANTONSUNION",
  "OF FREE PORTS AND CANTONSUNI",
  "NS UNION OF FREE PORTS",
].map((text, i) => line(text, 85 + 30 * i, 700));

const licence = [
  line("1.", 100, 280),
  line("ERIKSSON", 100, 340),
  line("2.", 130, 280),
  line("ANNA", 130, 340),
  line("4a", 160, 280),
  line("01.01.2013", 160, 340),
  line("4b", 190, 280),
  line("01.01.2028", 190, 340),
];

describe("a page whose background says one phrase again and again", () => {
  it("has no value of a scrap of it that stands where a value does", () => {
    const scraps = [line("TS AND CA", 114, 345), line("PORTS", 145, 345), line("ONS", 102, 312)];
    expect(read(...licence, ...scraps, ...phrase)).toEqual(read(...licence));
    const misread = { ...line("QZ", 104, 312), place: [312, 106, 20, 11] as const };
    expect(read(...licence, misread, ...phrase)).toEqual(read(...licence));
  });

  it("has no value of what of it was read behind a label on the same line, but the one beneath", () => {
    const label = (text: string) => [line(text, 400), line("ZENITH", 424)];
    expect(read(...label("Place of birthPORTSANDCAN"), ...phrase)).toEqual({ place_of_birth: "ZENITH" });
    expect(read(...label("Place of birth SOUTHAMPTON"), ...phrase)).toEqual({
      place_of_birth: "SOUTHAMPTON",
    });
  });

  it("has no letters of it behind a number that was read into it", () => {
    const number = (text: string) =>
      read(line("Personal No", 400), line(text, 424), ...phrase).personal_number;
    expect(number("7VX23JXAORTS")).toBe("7VX23JXA");
    expect(number("7VX23JXANDC")).toBe("7VX23JX");
    expect(number("7VX23JXAWQK")).toBe("7VX23JXAWQK");
    expect(number("A1ORTS")).toBe("A1ORTS");
    expect(read(line("Personal No", 400), line("7VX23JXAORTS", 424)).personal_number).toBe("7VX23JXAORTS");
  });

  it("has no letters of it behind words that were read into it", () => {
    const place = (text: string) =>
      read(line("Place of birth", 400), line(text, 424), ...phrase).place_of_birth;
    expect(place("VELDENEE PORTS")).toBe("VELDEN");
    expect(place("VELDENORTS")).toBe("VELDENORTS");
  });

  it("has its fields' numbers where a scrap was read with them", () => {
    const scrapped = licence.map((each) => ({
      ...each,
      text: each.text.replace("1.", "1.ND CAN").replace("2.", "2.N"),
    }));
    expect(read(...scrapped, ...phrase)).toMatchObject({ last_name: "ERIKSSON", first_name: "ANNA" });
  });

  it("keeps values of letters that the phrase has, too", () => {
    const named = licence.map((each) => ({ ...each, text: each.text.replace("ERIKSSON", "FREEMAN PORTER") }));
    expect(read(...named, ...phrase).last_name).toBe("FREEMAN PORTER");
  });
});

it("leaves a page alone that says a thing three times", () => {
  const town = [line("1.", 100, 280), line("NORTHAVEN", 100, 340), ...licence.slice(2)];
  const thrice = [line("NORTHAVEN", 250, 340), line("NORTHAVEN", 290, 340)];
  expect(read(...town, ...thrice).last_name).toBe("NORTHAVEN");
});

it("reads no address from a single character at its start", () => {
  const address = [line("8.", 220, 280), line("O", 222, 312), line("0", 250, 340)];
  expect(read(...licence, ...address)).not.toHaveProperty("address");
  expect(read(...licence, line("8.", 220, 280), line("12 MILL LANE", 220, 340)).address).toBe("12 MILL LANE");
});

describe("a page of as much text as is read, each line with the background's phrase at its end", () => {
  /** Milliseconds of processor time for a page of these lines' ends, the least of several. */
  const cost = (end: string): number => {
    const spent = [1, 2, 3, 4, 5].map((seed) => {
      const { lines } = costlyReading(["random letters"], seed);
      const page = lines.map((each) => ({
        ...each,
        text: each.text.replaceAll(" ", "A").slice(0, -10) + end,
      }));
      const before = process.cpuUsage();
      readViz(page, NOW);
      return process.cpuUsage(before).user / 1_000;
    });
    return Math.min(...spent);
  };

  it("takes the edge less than ten times as long as one without the phrase", () => {
    expect(cost("FREEPORTSO")).toBeLessThan(10 * cost(""));
  });
});
