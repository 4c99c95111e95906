import { describe, expect, it } from "vitest";
import type { TextLine } from "../../../../../edge/inference/port.ts";
import { mergeFields } from "../../../../../edge/verdicts/ocr/fields.ts";
import { unlabelledValues } from "../../../../../edge/verdicts/ocr/visual/unlabelled.ts";
import { line, MRZ, mrzField, reading } from "../../../../harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const DATES = { birth: "1974-08-12", expiry: "2032-04-15" };
const told = (...lines: TextLine[]) =>
  Object.fromEntries([...unlabelledValues(lines, DATES, NOW)].map(([key, { value }]) => [key, value]));

/** Lines far apart, none of which is the label of another. */
const alone = (...texts: string[]) => texts.map((text, i) => line(text, 100 + 120 * i));
/** A label, which is smaller than what it is beneath. */
const label = (text: string, y: number, confidence: number) => {
  const own = line(text, y, 300, confidence);
  const [x, top, width, height] = own.place;
  return { ...own, place: [x, top, width, height / 2] as const };
};

describe("a date whose label cannot be read", () => {
  const [birth, expiry] = ["12.08.1974", "15.04.2032"];

  it("is that of issue where it is the page's only one beside those of birth and expiry", () => {
    expect(told(...alone(birth, "16.04.2022", expiry))).toEqual({ date_of_issue: "2022-04-16" });
  });

  it("is none where it need not be: before the birth, to come, one of two, or without the others", () => {
    for (const other of ["16.04.1970", "16.04.2028", "16.04.2033"])
      expect(told(...alone(birth, other, expiry))).toEqual({});
    expect(told(...alone(birth, "16.04.2022", "17.04.2022", expiry))).toEqual({});
    expect(told(...alone(birth, "16.04.2022"))).toEqual({});
    expect(told(...alone("16.04.2022", expiry))).toEqual({});
    const sentence = "The holder may stay and work in this country from 17.04.2022 on";
    expect(told(...alone(birth, "16.04.2022", sentence, expiry))).toEqual({});
  });

  it("is none where the reader doubts it", () => {
    expect(told(...alone(birth, expiry), line("16.04.2022", 600, 300, 0.8))).toEqual({});
  });

  it("is none beneath a label that was read and means something else", () => {
    const under = (confidence: number) =>
      told(...alone(birth, expiry), label("Resident since", 600, confidence), line("16.04.2022", 614));
    expect(under(0.95)).toEqual({});
    expect(under(0.6)).toEqual({ date_of_issue: "2022-04-16" });
  });
});

describe("an address whose label cannot be read", () => {
  it.each([
    ["77 MILL LANE, BREMEL"],
    ["77MILLLANE,BREMEL"],
    ["MILL LANE 77, 28806 KALDOR"],
    ["28806 KALDOR, ORCHARD UTCA 85."],
  ])("is the one line with a street and a town: %s", (text) => {
    expect(told(...alone("ERIKSSON", text, "W6RWC3SV9"))).toEqual({ address: text });
  });

  it("is the two lines with a street and a town, one beneath the other, in either order", () => {
    expect(told(line("MILL LANE 77", 100), line("28806 KALDOR", 124))).toEqual({
      address: "MILL LANE 77, 28806 KALDOR",
    });
    expect(told(line("28806 KALDOR", 100), line("ORCHARD UTCA 85", 124))).toEqual({
      address: "28806 KALDOR, ORCHARD UTCA 85",
    });
  });

  it("is none where two lines may be it, or where the parts stand apart", () => {
    expect(told(...alone("77 MILL LANE, BREMEL", "12 HIGH STREET, KALDOR"))).toEqual({});
    expect(told(...alone("MILL LANE 77", "28806 KALDOR"))).toEqual({});
    expect(told(line("MILL LANE 77", 100), line("28806 KALDOR", 124, 900))).toEqual({});
  });

  it("is no name, number, or text that a long line of letters makes slow to match", () => {
    expect(told(...alone("ANNA, MARIA", "YHVUC7134", "AB12CD34", "12.08.1974"))).toEqual({});
    expect(told(line("A".repeat(120), 100), line(`${"AB ".repeat(40)}!`, 220))).toEqual({});
  });
});

describe("what no label explains", () => {
  const fields = [
    ...MRZ.fields.filter(({ name }) => name !== "personal_number"),
    mrzField("optional_data", "U1CLSS6H"),
  ];
  const personal = (checksHold: boolean, ...texts: string[]) => {
    const checks = MRZ.checks.map((check) => ({ ...check, valid: checksHold }));
    return mergeFields(reading({ mrz: { ...MRZ, fields, checks }, lines: alone(...texts) }), NOW)
      .personal_number;
  };

  it("is the personal number where the zone's optional data say the same", () => {
    expect(personal(true, "UICLS56H")).toMatchObject({ value: "U1CLSS6H", source: "both" });
    expect(personal(true, "UACLS56H")).toBeUndefined();
    expect(personal(true, "UICLS56H", "U1CLSS6H")).toBeUndefined();
  });

  it("is nothing beside a zone of which a check fails", () => {
    expect(personal(false, "UICLS56H")).toBeUndefined();
  });
});

it("a label that the reader doubts may be misread further than one of which it is sure", () => {
  const birth = (confidence: number) =>
    mergeFields(
      reading({ mrz: null, lines: [line("Leudeniisuance", 100, 300, confidence), line("BREMEL", 124)] }),
      NOW,
    ).place_of_birth?.value;
  expect([birth(0.7), birth(0.95)]).toEqual(["BREMEL", undefined]);
});
