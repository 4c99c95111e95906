import { describe, expect, it } from "vitest";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { line, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const card = (...texts: string[]) =>
  reading({ mrz: null, lines: texts.map((text, i) => line(text, 20 + 24 * i)) });
const fieldsOf = (...texts: string[]) => mergeFields(card(...texts), NOW);

describe("the issuing state of a document without an MRZ", () => {
  it.each([
    ["BUNDESREPUBLIK DEUTSCHLAND", "DEU"],
    ["REPUBLIC OF THE PHILIPPINES", "PHL"],
    ["REPUBLICOFSOUTHAFRICA", "ZAF"],
    ["REPUBLIKINDONESlA", "IDN"],
    ["CANADA", "CAN"],
  ])("is the one that its top names: %s", (name, state) => {
    const { issuing_country } = fieldsOf(name, "Surname", "ERIKSSON", "Given names", "ANNA");
    expect(issuing_country).toMatchObject({ value: state, source: "viz" });
  });

  it("is unknown if the name is further down, where it is a value", () => {
    const { issuing_country } = fieldsOf("IDENTITY CARD", "Surname", "ERIKSSON", "Place of birth", "CANADA");
    expect(issuing_country).toBeUndefined();
  });

  it("is unknown if the top names two states", () => {
    const { issuing_country } = fieldsOf(
      "BUNDESREPUBLIK DEUTSCHLAND",
      "REPUBLIC OF KOREA",
      "a",
      "b",
      "c",
      "d",
      "e",
    );
    expect(issuing_country).toBeUndefined();
  });

  it("is unknown if another word holds the letters of a short name", () => {
    expect(fieldsOf("CANADATOWN", "Surname", "ERIKSSON", "b", "c").issuing_country).toBeUndefined();
  });
});

it("an Icelandic name that begins with P is uncertain: readers take a Þ for it", () => {
  const nameOf = (state: string, name: string) =>
    fieldsOf(state, "IDENTITY CARD", "Surname", name, "Given names", "ANNA").last_name?.confidence;
  expect(nameOf("ÍSLAND ICELAND", "PÓRSSON")).toBe(0.5);
  expect(nameOf("ÍSLAND ICELAND", "EINARSSON")).toBe(0.95);
  expect(nameOf("REPUBLIKA HRVATSKA", "PERIĆ")).toBe(0.95);
});

it("a Đ of an Icelandic document is a Ð, which has its shape", () => {
  const nameOf = (state: string) =>
    fieldsOf(state, "IDENTITY CARD", "Surname", "SIGURĐSSON", "Given names", "GUĐRÚN").full_name?.value;
  expect(nameOf("ÍSLAND ICELAND")).toBe("GUÐRÚN SIGURÐSSON");
  expect(nameOf("REPUBLIKA HRVATSKA")).toBe("GUĐRÚN SIGURĐSSON");
});

it("a Czech Ď that was read as Õ is correct in an address, and uncertain wherever it is", () => {
  const of = (state: string) =>
    fieldsOf(state, "ŘIDIČSKÝ PRŮKAZ", "3. 07.05.1970 ŽÕÁREK", "4a. 03.02.2024", "8. 98109 ŽÕÁREK");
  const { address, place_of_birth } = of("ČESKÁ REPUBLIKA");
  expect(address).toMatchObject({ value: "98109 ŽĎÁREK", confidence: 0.5 });
  expect(place_of_birth).toMatchObject({ value: "ŽÕÁREK", confidence: 0.5 });
  expect(of("REPUBLIKA HRVATSKA").address).toMatchObject({ value: "98109 ŽÕÁREK", confidence: 0.95 });
});

it("Vietnamese words with marks are uncertain: readers lose the letters with two marks", () => {
  const of = (...printed: string[]) =>
    fieldsOf("SOCIALIST REPUBLIC OF VIET NAM", "CITIZEN IDENTITY CARD", "Place of residence", ...printed)
      .address;
  expect(of("84 DUÒNG LÊ LI", "27056 NINH BINH")?.confidence).toBe(0.5);
  expect(of("84 PHAN CHU TRINH", "27056 NINH BINH")?.confidence).toBe(0.95);
});

describe("a number of a document without an MRZ whose state publishes its form", () => {
  const numberOf = (number: string) =>
    fieldsOf(
      "REPUBLIC OF SOUTH AFRICA",
      "NATIONAL IDENTITY CARD",
      "Identity Number",
      number,
      "Surname",
      "NKOSI",
    ).personal_number;

  it("is read by its form: letters that look like digits are digits", () => {
    expect(numberOf("8001O15OO9O87")?.value).toBe("8001015009087");
  });

  it("keeps a low confidence if it has another form, and is still returned", () => {
    expect(numberOf("80010150090")).toMatchObject({ value: "80010150090", confidence: 0.5 });
  });

  it("is also read without a label, if one line has that form", () => {
    const page = [
      "REPUBLIC OF SOUTH AFRICA",
      "NATIONAL IDENTITY CARD",
      "Surname",
      "NKOSI",
      "800101 5009 087",
    ];
    expect(fieldsOf(...page).document_number?.value).toBe("8001015009087");
    expect(fieldsOf(...page, "8001015009088").document_number).toBeUndefined();
  });

  it("is left as it is read if the form is not the state's own publication", () => {
    const page = [
      "GOVERNMENT OF INDIA",
      "ELECTOR PHOTO IDENTITY CARD",
      "EPIC No.",
      "WKH11862",
      "Name",
      "PRIYA",
    ];
    expect(fieldsOf(...page).document_number).toMatchObject({ value: "WKH11862", confidence: 0.95 });
  });

  it("is left as it is read on documents of other states", () => {
    const { personal_number } = fieldsOf(
      "KINGDOM OF DENMARK",
      "IDENTITETSKORT",
      "Identity Number",
      "8001015009087",
    );
    expect(personal_number?.value).toBe("8001015009087");
  });
});

describe("a number whose label was not read, of a document without an MRZ", () => {
  const CARD = ["REPUBBLIKA TA' MALTA", "KARTA TAL-IDENTITÀ", "Kunjom / Surname", "ZAMMIT"];

  it("is the document's with a low confidence, if the state's records print no other number", () => {
    expect(fieldsOf(...CARD, "202396336").document_number).toMatchObject({
      value: "202396336",
      confidence: 0.5,
    });
    const other = ["REPUBLIKA HRVATSKA", "OSOBNA ISKAZNICA", "Prezime / Surname", "HORVAT"];
    expect(fieldsOf(...other, "202396336").document_number).toBeUndefined();
  });

  it.each([
    ["it is not the only one", ["202396336", "771204558"]],
    ["a letter may be a digit", ["2O2396336"]],
    ["it is a date", ["01.08.1970"]],
    ["other text was read with it", ["4dDLN421051547"]],
    ["the card is of no state with a record", []],
  ])("is left out if %s", (_, numbers) => {
    const page = numbers.length === 0 ? ["ZEMBLA", ...CARD.slice(1), "202396336"] : [...CARD, ...numbers];
    expect(fieldsOf(...page).document_number).toBeUndefined();
  });

  it("is left out if it was not read with confidence", () => {
    const lines = [...card(...CARD).lines, line("202396336", 200, 300, 0.85)];
    expect(mergeFields(reading({ mrz: null, lines }), NOW).document_number).toBeUndefined();
  });
});
