import { describe, expect, it } from "vitest";
import { readViz } from "#edge/verdicts/ocr/visual/viz.ts";
import { line } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const read = (...lines: ReturnType<typeof line>[]) =>
  Object.fromEntries([...readViz(lines, NOW)].map(([key, { value }]) => [key, value]));

describe("a value", () => {
  it.each<[where: string, page: ReturnType<typeof line>[], fields: object]>([
    [
      "beneath its label, also in two columns",
      [
        ...[line("Surname", 100), line("Document No.", 100, 700)],
        ...[line("ERIKSSON", 124), line("L898902C3", 124, 700)],
        ...[line("Sex", 160), line("Date of birth", 160, 700)],
        ...[line("F", 184), line("12 AUG 1974", 184, 700)],
      ],
      { last_name: "ERIKSSON", document_number: "L898902C3", sex: "F", date_of_birth: "1974-08-12" },
    ],
    [
      "not in what goes on in a document's title",
      [line("RESIDENCE PERMIT", 60), line("Address", 100), line("12 MILL LANE", 124)],
      { address: "12 MILL LANE" },
    ],
    [
      "beside its label",
      [
        ...[line("Apellidos", 100), line("PEREZ", 100, 600)],
        ...[line("Fecha de nacimiento", 130), line("12 08 1974", 130, 600)],
        ...[line("Fecha de caducidad", 160), line("12/08/2030", 160, 600)],
      ],
      { last_name: "PEREZ", date_of_birth: "1974-08-12", date_of_expiry: "2030-08-12" },
    ],
    [
      "above its label if the page has it so",
      [
        ...[line("ERIKSSON", 100), line("Surname", 124)],
        ...[line("12.08.1974", 160), line("Date of birth", 184)],
        ...[line("01.02.2020", 220), line("Date of issue", 244)],
      ],
      { last_name: "ERIKSSON", date_of_birth: "1974-08-12", date_of_issue: "2020-02-01" },
    ],
    [
      "above each label if most are, and all lines of an address there",
      [
        ...[line("ERIKSSON", 100), line("Surname", 124), line("12.08.1974", 160)],
        ...[line("Date of birth", 184), line("Personal No.", 244), line("10115 KALDOR", 280)],
        ...[line("HARBOUR ROAD 12", 306), line("Address", 330)],
        ...[line("01.02.2020", 400), line("Date of issue", 424)],
      ],
      {
        ...{ last_name: "ERIKSSON", date_of_birth: "1974-08-12", date_of_issue: "2020-02-01" },
        address: "10115 KALDOR, HARBOUR ROAD 12",
      },
    ],
    [
      "not at the label before if its own was not read",
      [line("Surname", 100), line("ERIKSSON", 124), line("Given names", 148)],
      { last_name: "ERIKSSON" },
    ],
  ])("stands %s", (_, page, fields) => {
    expect(read(...page)).toEqual(fields);
  });

  it("is answered with its box in the upload and its confidence", () => {
    const [label, value] = [
      line("Surname", 100),
      { ...line("ERIKSSON", 124, 300, 0.7), certainty: 0.5, box: [9, 8, 7, 6] as const },
    ];
    expect(readViz([label, value], NOW).get("last_name")).toEqual({
      value: "ERIKSSON",
      confidence: 0.7,
      certainty: 0.5,
      bbox: [9, 8, 7, 6],
    });
  });
});

describe("a driving licence", () => {
  const numbered = [
    line("1. ERIKSSON", 100),
    line("2. ANNA MARIA", 130),
    line("3. 12.08.74 ZENITH", 160),
    line("4a. 19.01.2013", 190),
    line("4b. 18.01.2028", 220),
    line("4c. MUNICIPALITY OF ZENITH", 250),
    line("5. B072RRE2I55", 280),
    line("8. 12 HARBOUR ROAD, ZENITH", 310),
  ];

  it("has its fields by their numbers (Directive 2006/126/EC)", () => {
    expect(read(...numbered)).toEqual({
      full_name: "ANNA MARIA ERIKSSON",
      first_name: "ANNA MARIA",
      last_name: "ERIKSSON",
      date_of_birth: "1974-08-12",
      place_of_birth: "ZENITH",
      date_of_issue: "2013-01-19",
      date_of_expiry: "2028-01-18",
      document_number: "B072RRE2I55",
      address: "12 HARBOUR ROAD, ZENITH",
    });
  });

  it("may have its numbers apart from its values, and labels behind them", () => {
    const apart = [
      [line("1", 100, 280), line("ERIKSSON", 100)],
      [line("2", 130, 280), line("ANNA", 130)],
      [line("4a ISS 01/19/2013", 160), line("4b EXP 01/18/2028", 190)],
      [line("3 DOB 08/12/1974", 220), line("4d DL NO D1234567", 250)],
    ].flat();
    expect(read(...apart)).toEqual({
      full_name: "ANNA ERIKSSON",
      first_name: "ANNA",
      last_name: "ERIKSSON",
      date_of_issue: "2013-01-19",
      date_of_expiry: "2028-01-18",
      date_of_birth: "1974-08-12",
      document_number: "D1234567",
    });
  });

  const column = (...names: string[]) => [
    ...names.map((name, i) => line(name, 160 - 30 * (names.length - i))),
    ...[line("3", 160, 280), line("12.08.1974", 160), line("4a.", 190, 280), line("01.01.2013", 190)],
    ...[line("4b.", 220, 280), line("01.01.2028", 220)],
  ];

  it("has its names over its third field if their thin numbers were not read", () => {
    const names = { first_name: "ANNA MARIA", last_name: "ERIKSSON" };
    expect(read(...column("ERIKSSON", "ANNA MARIA"))).toMatchObject(names);
    expect(read(...column("ERIKSSON", "ANNA MARIA"), line("2", 130, 280))).toMatchObject(names);
  });

  it("has no names if more rows, or other numbers, stand over its third field", () => {
    expect(read(...column("ERIKSSON", "ANNA", "MARIA"))).not.toHaveProperty("last_name");
    expect(read(...column("ERIKSSON", "ANNA"), line("2", 100, 280))).not.toHaveProperty("last_name");
  });

  it.each([
    ["B", "12 MILL LANE", "12 MILL LANE"],
    ["8,", "12 MILL LANE", "12 MILL LANE"],
    ["X", "12 MILL LANE", "12 MILL LANE"],
    ["X", "AM/B1/B", undefined],
  ])("has an address behind its number if that is read as %s: %s", (sign, text, address) => {
    const page = [...column("ERIKSSON", "ANNA"), line("5.", 250, 280), line("B072RRE2I55", 250)];
    const fields = read(...page, line(sign, 280, 280), line(text, 280));
    expect(fields.address).toBe(address);
  });

  it.each([
    ["4a. 19.01.2013 4b. 18.01.2028", { date_of_issue: "2013-01-19", date_of_expiry: "2028-01-18" }],
    ["4a/2013-01-19 4b/2028-01-18", { date_of_issue: "2013-01-19", date_of_expiry: "2028-01-18" }],
    ["4a.2013-01-194b2028-01-18", { date_of_issue: "2013-01-19", date_of_expiry: "2028-01-18" }],
    ["4a. 14DEC2013 4c. OFFICE 4d. X4B12", { date_of_issue: "2013-12-14", personal_number: "X4B12" }],
    ["4d. 64B1234", { personal_number: "64B1234" }],
  ])("has each field of group 4 that stands on one line: %s", (text, fields) => {
    const names = [line("1. ERIKSSON", 100), line("2. ANNA", 130), line("5. B072RRE2I55", 250)];
    const found = Object.entries(read(...names, line(text, 190), line("4b.", 220, 280)));
    const ofGroup = found.filter(([name]) => name.startsWith("date") || name === "personal_number");
    expect(Object.fromEntries(ofGroup)).toEqual(fields);
  });

  it("returns the position of each field on a shared line", () => {
    const shared = { ...line("4a. 1.1.2013 4b. 1.1.2028", 190), box: [100, 50, 250, 20] as const };
    const { bbox } = readViz([...numbered.slice(0, 3), shared], NOW).get("date_of_expiry")!;
    expect(bbox).toEqual([230, 50, 120, 20]);
  });

  it("is none by a few lists' numbers", () => {
    expect(read(line("1. ERIKSSON", 100), line("2. ANNA", 130), line("3. 12.08.1974", 160))).toEqual({});
  });
});

it("takes a label for either part of a name as the page's other labels have it", () => {
  const name = (...labels: string[]) =>
    read(
      ...labels.flatMap((label, i) => [
        line(label, 100 + 60 * i),
        line("ABCDEFGH"[i]!.repeat(4), 124 + 60 * i),
      ]),
    );
  expect(name("Name", "Vornamen")).toMatchObject({ last_name: "AAAA", first_name: "BBBB" });
  expect(name("Cognome / Surname", "Nome / Name")).toMatchObject({ last_name: "AAAA", first_name: "BBBB" });
  expect(name("Name", "Sex")).toEqual({ full_name: "AAAA" });
});

it("gives an address all its lines, up to the next label", () => {
  const page = [
    line("Address", 100),
    line("12 Harbour Road", 124),
    line("98765 Zenith", 148),
    line("Sex", 172),
  ];
  expect(read(...page, line("F", 196))).toEqual({ address: "12 Harbour Road, 98765 Zenith", sex: "F" });
});

it("gives a date and a place of birth that stand together", () => {
  expect(read(line("Tempat/Tgl Lahir : JAKARTA, 17-08-1985", 100))).toEqual({
    date_of_birth: "1985-08-17",
    place_of_birth: "JAKARTA",
  });
});

describe("a date with slashes", () => {
  const expiry = (...texts: string[]) =>
    read(...texts.map((text, i) => line(text, 100 + 60 * i))).date_of_expiry;

  it("has the day first", () => {
    expect(expiry("Expires 05/06/2031")).toBe("2031-06-05");
  });

  it("has the month first on a page that proves it, or that the United States issued", () => {
    expect(expiry("Expires 05/06/2031", "Issued 05/19/2020")).toBe("2031-05-06");
    expect(expiry("Expires 05/06/2031", "CALIFORNIA USA")).toBe("2031-05-06");
    expect(expiry("Expires 05/06/2031", "CALIFORNIA USA", "Issued 19/05/2020")).toBe("2031-06-05");
  });
});

describe("a country", () => {
  it.each([
    ["DEUTSCHLAND", "DEU"],
    ["T.C./TUR", "TUR"],
    ["NORGE", "NOR"],
    ["BRASIL", "BRA"],
    ["Tây Ban Nha", "ESP"],
    ["POL", "POL"],
  ])("%s is %s", (text, code) => {
    expect(read(line("Nationality", 100), line(text, 124)).nationality).toBe(code);
  });

  it.each(["SLOVXNSKO", "ATLANTIS", "QQQ", "PERU/CHILE"])("%s is none", (text) => {
    expect(read(line("Nationality", 100), line(text, 124))).toEqual({});
  });
});

describe("a sex", () => {
  const sex = (label: string, text: string, ...more: string[]) =>
    read(line(label, 100), line(text, 124), ...more.map((other, i) => line(other, 300 + 60 * i))).sex;

  it.each([
    ["Cinsiyeti / Gender", "K / F", "F"],
    ["Cinsiyeti / Gender", "E", "M"],
    ["Płeć", "K", "F"],
    ["Geschlecht", "W", "F"],
    ["Giới tính / Sex", "Nữ", "F"],
    ["Jenis Kelamin", "LAKI-LAKI", "M"],
    ["Neme / Sex", "F / M", "M"],
    ["Sex", "X", "X"],
  ])("under %s, %s is %s", (label, text, expected) => {
    expect(sex(label, text)).toBe(expected);
  });

  // microblink/blinkid-ios#290, and a printed F that was read as E.
  it.each([
    ["Sex", "E"],
    ["Sexe", "E"],
    ["Geschlecht", "K"],
    ["Sex", "W"],
    ["Sex", "H"],
  ])("is none if a letter has a meaning in other languages alone: under %s, %s", (label, text) => {
    expect(sex(label, text)).toBeUndefined();
  });

  it("is left out if the page's languages disagree on a diacritic", () => {
    expect(sex("Neme", "F")).toBeUndefined();
    expect(sex("Lytis", "M")).toBeUndefined();
    expect(sex("Sexo", "M", "CURP PEPJ740812HDFRRN09")).toBeUndefined();
    expect(sex("Sexo", "M")).toBe("M");
  });
});

// finosvn/finos.ekyc.sdk#1.
it.each([
  "Ngày, tháng, năm / Date, month, year",
  "Ngay,thang,nam/Date,month,year",
  "Ngay, thang, nam cap / Date of issue",
  "Datum/Date/Date",
])("has the date of issue under %s", (label) => {
  expect(read(line(label, 100), line("29/01/2023", 124))).toEqual({ date_of_issue: "2023-01-29" });
});

it.each([
  ["Ngày, tháng, năm sinh / Date of birth", "date_of_birth"],
  ["Ngày, tháng, năm hết hạn / Date of expiry", "date_of_expiry"],
])("but another date under %s", (label, key) => {
  expect(read(line(label, 100), line("29/01/2023", 124))).toEqual({ [key]: "2023-01-29" });
});

it("has no number of a postal code and a town that have lost their space", () => {
  const page = [line("Personal No.", 100), line("36753PORTELISE", 124)];
  expect(read(...page)).not.toHaveProperty("personal_number");
});
