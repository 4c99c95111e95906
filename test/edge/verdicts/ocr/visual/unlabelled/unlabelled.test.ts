import { describe, expect, it } from "vitest";
import type { TextLine } from "#edge/inference/port.ts";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { unlabelledValues } from "#edge/verdicts/ocr/visual/unlabelled/unlabelled.ts";
import { line, MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const coded = (value: string) => ({ value, confidence: 0.97, bbox: null });
const MRZ_FIELDS = new Map([
  ["date_of_birth", coded("1974-08-12")],
  ["date_of_expiry", coded("2032-04-15")],
] as const);
const found = (...lines: TextLine[]) =>
  Object.fromEntries(
    [...unlabelledValues(lines, MRZ_FIELDS, new Map(), NOW)].map(([key, { value }]) => [key, value]),
  );

/** Lines far apart, none of which is the label of another. */
const alone = (...texts: string[]) => texts.map((text, i) => line(text, 100 + 120 * i));
/** A label, which is smaller than the value above it. */
const label = (text: string, y: number, confidence: number) => {
  const own = line(text, y, 300, confidence);
  const [x, top, width, height] = own.place;
  return { ...own, place: [x, top, width, height / 2] as const };
};

describe("a date whose label cannot be read", () => {
  const [birth, expiry] = ["12.08.1974", "15.04.2032"];

  it("is that of issue if it is the page's only one beside those of birth and expiry", () => {
    expect(found(...alone(birth, "16.04.2022", expiry))).toEqual({ date_of_issue: "2022-04-16" });
  });

  it("is none if it need not be: before the birth, to come, one of two, or without the others", () => {
    for (const other of ["16.04.1970", "16.04.2028", "16.04.2033"])
      expect(found(...alone(birth, other, expiry))).toEqual({});
    expect(found(...alone(birth, "16.04.2022", "17.04.2022", expiry))).toEqual({});
    expect(found(...alone(birth, "16.04.2022"))).toEqual({});
    expect(found(...alone("16.04.2022", expiry))).toEqual({});
    const sentence = "The holder may stay and work in this country from 17.04.2022 on";
    expect(found(...alone(birth, "16.04.2022", sentence, expiry))).toEqual({});
  });

  it("is returned beneath a line of several labels, of which the last is another field's", () => {
    const heading = (text: string) =>
      found(...alone("12.08.1974", "15.04.2032"), line(text, 576), line("16.04.2022", 600));
    expect(heading("O7VYDANI/DATEOFISSUE/DEDELIVRANCE08DO/DATEOFEXPIRY/DATE D EXPIRATION")).toEqual({
      date_of_issue: "2022-04-16",
    });
    expect(heading("OF/DATE D EXPIRATION")).toEqual({});
  });

  it("is none if the reader doubts it", () => {
    expect(found(...alone(birth, expiry), line("16.04.2022", 600, 300, 0.8))).toEqual({});
  });

  it("is none beneath a label that was read and means something else", () => {
    const under = (confidence: number) =>
      found(...alone(birth, expiry), label("Member since", 600, confidence), line("16.04.2022", 614));
    expect(under(0.95)).toEqual({});
    expect(under(0.6)).toEqual({ date_of_issue: "2022-04-16" });
  });
});

it("a word in capitals is no label if the names are, and the labels are not", () => {
  const beside = (...others: TextLine[]) =>
    found(
      ...alone("12.08.1974", "15.04.2032"),
      label("KALDOR", 605, 0.95),
      line("16.04.2022", 600, 380),
      ...others,
    );
  expect(beside()).toEqual({});
  const written = [line("Profession", 900), line("Remarks of all kinds", 960)];
  expect(beside(...written)).toEqual({ date_of_issue: "2022-04-16" });
});

describe("an address whose label cannot be read", () => {
  it.each([
    ["77 MILL LANE, BREMEL"],
    ["77MILLLANE,BREMEL"],
    ["MILL LANE 77, 28806 KALDOR"],
    ["28806 KALDOR, ORCHARD UTCA 85."],
  ])("is the one line with a street and a town: %s", (text) => {
    expect(found(...alone("ERIKSSON", text, "W6RWC3SV9"))).toEqual({ address: text });
  });

  it("is the two lines with a street and a town, one beneath the other, in either order", () => {
    expect(found(line("MILL LANE 77", 100), line("28806 KALDOR", 124))).toEqual({
      address: "MILL LANE 77, 28806 KALDOR",
    });
    expect(found(line("28806 KALDOR", 100), line("ORCHARD UTCA 85", 124))).toEqual({
      address: "28806 KALDOR, ORCHARD UTCA 85",
    });
  });

  it("is what stands from a house's part, or its street, down to a postal code of letters and digits", () => {
    const block = [line("3 STATION ROAD", 124), line("NORTHAVEN", 148), line("NV2 4QT", 172)];
    expect(found(line("FLAT 4", 100), ...block)).toEqual({
      address: "FLAT 4, 3 STATION ROAD, NORTHAVEN, NV2 4QT",
    });
    // Letters without a digit beside them are lower, as a label is.
    const [street, town, code] = block as [TextLine, TextLine, TextLine];
    const low = { ...town, place: [300, 148, 108, 17] as const };
    expect(found(street, low, code)).toEqual({ address: "3 STATION ROAD, NORTHAVEN, NV2 4QT" });
    expect(found(label("Address of employer", 112, 0.95), ...block)).toEqual({});
  });

  it("is its two lines if one of them is as much lower as a label is", () => {
    const low = { ...line("29 RUE ORCHARD", 100), place: [300, 100, 168, 16] as const };
    expect(found(low, line("35645 VELDEN", 124))).toEqual({ address: "29 RUE ORCHARD, 35645 VELDEN" });
  });

  it("is none if two lines may be it, or if the parts stand apart", () => {
    expect(found(...alone("77 MILL LANE, BREMEL", "12 HIGH STREET, KALDOR"))).toEqual({});
    expect(found(...alone("MILL LANE 77", "28806 KALDOR"))).toEqual({});
    expect(found(line("MILL LANE 77", 100), line("28806 KALDOR", 124, 900))).toEqual({});
  });

  it("is no name, number, or text that a long line of letters makes slow to match", () => {
    expect(found(...alone("ANNA, MARIA", "YHVUC7134", "AB12CD34", "12.08.1974"))).toEqual({});
    expect(found(line("A".repeat(120), 100), line(`${"AB ".repeat(40)}!`, 220))).toEqual({});
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

  it("is the personal number if the MRZ's optional data say the same", () => {
    expect(personal(true, "UICLS56H")).toMatchObject({ value: "U1CLSS6H", source: "both" });
    expect(personal(true, "UACLS56H")).toBeUndefined();
    expect(personal(true, "UICLS56H", "U1CLSS6H")).toBeUndefined();
  });

  it("is nothing beside an MRZ of which a check fails", () => {
    expect(personal(false, "UICLS56H")).toBeUndefined();
  });
});
