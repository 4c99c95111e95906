import { describe, expect, it } from "vitest";
import { readViz } from "#edge/verdicts/ocr/visual/viz.ts";
import { line } from "#test/harness/edge/inference-results.ts";

/**
 * Labels of North American licences: microblink/blinkid-ios#229, paperless-ngx#355; AAMVA DL/ID Card Design
 * Standard.
 */
const NOW = Date.UTC(2026, 10, 27);
const valuesOf = (lines: readonly ReturnType<typeof line>[], isTitled = true) =>
  Object.fromEntries([...readViz(lines, NOW, isTitled)].map(([key, { value }]) => [key, value]));
const read = (texts: readonly string[], isTitled = true) => {
  return valuesOf(
    texts.map((text, i) => line(text, 40 + 40 * i)),
    isTitled,
  );
};

const HOLDER = {
  full_name: "IMA JANE CARDHOLDER",
  first_name: "IMA JANE",
  last_name: "CARDHOLDER",
  document_number: "D1234568",
  date_of_birth: "1975-03-07",
  date_of_issue: "2026-02-06",
  date_of_expiry: "2031-04-05",
  sex: "F",
};

describe("a North American licence", () => {
  it.each([
    [
      "short labels",
      [
        ...["CALIFORNIA USA DRIVER LICENSE", "DL D1234568", "EXP 04/05/2031", "LN CARDHOLDER", "FN IMA JANE"],
        ...["2570 24TH STREET", "DOB 03/07/1975", "SEX F", "HGT 5'-05\"", "ISS 02/06/2026", "CLASS C"],
      ],
    ],
    [
      "short labels whose spaces are lost",
      [
        ...["CALIFORNIA USA DRIVER LICENSE", "DLD1234568", "EXP04/05/2031", "LNCARDHOLDER", "FNIMA JANE"],
        ...["D0B03/07/1975", "SEXF", "1SS02/06/2026"],
      ],
    ],
    [
      "the standard's numbers before them",
      [
        ...["VIRGINIA USA DRIVER'S LICENSE", "4d DL NO. D1234568", "1CARDHOLDER", "2 IMA JANE"],
        ...[
          "3 D0B 03/07/1975",
          "15SEXF",
          "4aISS02/06/2026",
          "4bEXP04/05/2031",
          "5 DD 0123456789",
          "18 EYES BRO",
        ],
      ],
    ],
    [
      "full stops and colons",
      [
        ...["TEXAS USA DRIVER LICENSE", "4d. DL: D1234568", "9. CLASS: C", "4a. ISS: 02/06/2026"],
        ...["4b. EXP: 04/05/2031", "3. DOB: 03/07/1975", "1. CARDHOLDER", "2. IMA JANE", "15. SEX: F"],
      ],
    ],
    [
      "another name of the number",
      [
        ...[
          "FLORIDA USA DRIVER LICENSE",
          "LIC# D1234568",
          "LN: CARDHOLDER",
          "FN: IMA JANE",
          "DOB: 03/07/1975",
        ],
        ...["ISS: 02/06/2026", "EXP: 04/05/2031", "SEX: F"],
      ],
    ],
  ])("has its fields by %s, with the month first", (_, texts) => {
    expect(read(texts)).toEqual(HOLDER);
  });

  it("is known without its title by labels that no other document has", () => {
    const texts = ["LN CARDHOLDER", "FN IMA JANE", "DOB 03/07/1975", "EXP 04/05/2031"];
    expect(read(texts, false)).toMatchObject({ last_name: "CARDHOLDER", date_of_birth: "1975-03-07" });
  });

  it("has no number if a label's letter may be the number's own", () => {
    const texts = ["DLN1234567", "LN CARDHOLDER", "FN IMA", "DOB 03/07/1975", "EXP 04/05/2031"];
    expect(read(texts)).not.toHaveProperty("document_number");
  });

  it("may have its labels in French as well, and its dates year first", () => {
    const texts = [
      "DRIVER'S LICENCE",
      "LN CARDHOLDER",
      "FN IMA JANE",
      "DOB/DDN 1975/03/07",
      "EXP/EXP 2031/04/05",
    ];
    expect(read(texts)).toMatchObject({ date_of_birth: "1975-03-07", date_of_expiry: "2031-04-05" });
  });
});

describe("a North American licence whose thin numbers were not read", () => {
  const fieldsBeside = (numbers: readonly (string | null)[]) =>
    valuesOf([
      ...[line("4d DLN X87421068", 100, 427), line("4b EXP 05/21/2033", 140, 427)],
      ...numbers.flatMap((number, i) => (number === null ? [] : [line(number, 180 + 40 * i, 427)])),
      ...[line("ASHWORTH", 180, 485), line("GEORGE", 220, 485), line("64 HARBOUR ROAD", 260, 485)],
      ...[line("89718 NORTHAVEN", 290, 485), line("3 DOB 10/13/1998", 330, 427)],
    ]);

  it.each([
    ["1 is missing", null, "2", "8"],
    ["2 is missing", "1", null, "8"],
    ["2 has a blot behind it", "1", "2N", "8"],
    ["1 and 8 are missing", null, "2", null],
    ["1 and 2 are missing", null, null, "8"],
    ["1, 2 and 8 are missing", null, null, null],
  ])("has its names and address by their order: %s", (_, ...numbers) => {
    expect(fieldsBeside(numbers)).toMatchObject({
      last_name: "ASHWORTH",
      first_name: "GEORGE",
      address: "64 HARBOUR ROAD, 89718 NORTHAVEN",
    });
  });
});

describe("a North American licence whose birth label was read as digits", () => {
  const read = (birth: string) =>
    valuesOf([
      ...[line("4d DLN S35402039", 100, 427), line("4b EXP 03/20/2033", 140, 427)],
      ...[line("O'DONNELL", 180, 485), line("GEORGE", 220, 485), line("20 ORCHARD LANE", 260, 485)],
      ...[line("57767 NORTHAVEN", 290, 485), line(birth, 330, 427), line("15 SEX F", 370, 427)],
    ]);

  it.each(["3008 08/19/1969", "3D08 08/19/1969", "3 00B 08/19/1969"])("has its fields: %s", (birth) => {
    expect(read(birth)).toMatchObject({
      last_name: "O'DONNELL",
      first_name: "GEORGE",
      date_of_birth: "1969-08-19",
      address: "20 ORCHARD LANE, 57767 NORTHAVEN",
    });
  });

  it.each(["4008 08/19/1969", "3008 HARBOUR ROAD"])(
    "needs the label's number and a date: %s has none",
    (birth) => {
      expect(read(birth)).not.toHaveProperty("date_of_birth");
    },
  );
});

it("labels like theirs on another document leave it as it is", () => {
  const texts = ["IDENTITY CARD", "DOB 12/08/1974", "EXP 12/09/2031", "Surname: ERIKSSON", "1 HARBOUR ROAD"];
  expect(read(texts, false)).toEqual({
    last_name: "ERIKSSON",
    date_of_birth: "1974-08-12",
    date_of_expiry: "2031-09-12",
  });
});
