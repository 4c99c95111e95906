import { describe, expect, it } from "vitest";
import type { TextLine } from "#edge/inference/port.ts";
import { readViz } from "#edge/verdicts/ocr/visual/viz.ts";
import { line } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);

describe("an address", () => {
  const address = (...lines: TextLine[]) => readViz(lines, NOW).get("address")?.value;
  const low = (text: string, y: number, x: number, height: number) => ({
    ...line(text, y, x),
    place: [x, y, text.length * 12, height] as const,
  });

  it("is no print that is much finer than its label, and none that is half as high hides what is behind it", () => {
    const label = line("Address", 100);
    expect(address(label, low("DOEIRA", 104, 400, 11))).toBeUndefined();
    expect(address(label, low("DOEIRA", 104, 400, 13))).toBe("DOEIRA");
    expect(address(label, low("DOEI", 104, 400, 8), line("LINDEN STRASSE 62", 100, 460))).toBe(
      "LINDEN STRASSE 62",
    );
  });

  it("is no number of letters and digits in any order, but a street and its house without their space", () => {
    expect(address(line("Address", 100), line("VZLF1GVJ", 124))).toBeUndefined();
    expect(address(line("Address", 100), line("73RUEHARBOUR", 124))).toBe("73RUEHARBOUR");
    expect(address(line("Address", 100), line("NV15QT", 124))).toBe("NV15QT");
    expect(address(line("Address", 100), line("Et", 124))).toBeUndefined();
  });

  it("ends at a label's beginning, whose rest was not read", () => {
    expect(address(line("Address", 100), line("73 RUE HARBOUR", 124), line("Numero pers", 148))).toBe(
      "73 RUE HARBOUR",
    );
  });
});

it("takes the nearer of two values that fit, above a label and beneath it, if no other label decides", () => {
  const at = (above: number, beneath: number) =>
    readViz(
      [line("23.08.2024", 124 - above), line("Date of issue", 124), line("18.07.2022", 124 + beneath)],
      NOW,
    ).get("date_of_issue")?.value;
  expect([at(24, 38), at(38, 24)]).toEqual(["2024-08-23", "2022-07-18"]);
});
