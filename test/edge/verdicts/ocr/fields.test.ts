import { describe, expect, it } from "vitest";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { line, MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const values = (changes: Parameters<typeof reading>[0] = {}) =>
  Object.fromEntries(
    Object.entries(mergeFields(reading(changes), NOW)).map(([key, field]) => [
      key,
      [field.value, field.source],
    ]),
  );

it("takes fields from the MRZ and the printed text, and says from which", () => {
  expect(values()).toEqual({
    full_name: ["ANNA MARIA ERIKSSON", "mrz"],
    first_name: ["ANNA MARIA", "mrz"],
    last_name: ["Eriksson", "both"],
    document_number: ["L898902C3", "mrz"],
    personal_number: ["ZE184226B", "mrz"],
    date_of_birth: ["1974-08-12", "mrz"],
    date_of_issue: ["2022-04-16", "viz"],
    date_of_expiry: ["2032-04-15", "mrz"],
    sex: ["F", "mrz"],
    nationality: ["UTO", "mrz"],
    issuing_country: ["UTO", "mrz"],
    place_of_birth: ["Zenith", "viz"],
  });
});

it("returns the MRZ's value if the VIZ differs", () => {
  expect(values({ lines: [line("Surname", 100), line("Ericsson", 124)] }).last_name).toEqual([
    "ERIKSSON",
    "mrz",
  ]);
});

it.each([
  ["Ericsson", "Ericsson"],
  ["Erlksson", "Erlksson"],
  ["Erik", undefined],
  ["Svensson", undefined],
  ["Eriksson", undefined],
])("returns an MRZ's name that is printed as %s as uncertain, with both readings: %s", (printed, other) => {
  const { last_name } = mergeFields(reading({ lines: [line("Surname", 100), line(printed, 124)] }), NOW);
  expect(last_name?.alternative).toBe(other);
  expect(last_name?.value.toUpperCase()).toBe("ERIKSSON");
  expect(last_name!.confidence <= 0.5).toBe(other !== undefined);
});

describe("an MRZ's name that no label repeats, every check of which holds", () => {
  const named = (name: string) =>
    MRZ.fields.map((field) => (field.name === "primary_identifier" ? mrzField(field.name, name) : field));
  const read = (name: string, ...printed: string[]) => {
    const lines = printed.map((text, i) => line(text, 100 + 24 * i));
    return mergeFields(reading({ mrz: { ...MRZ, fields: named(name) }, lines }), NOW);
  };

  it("is uncertain if the one line like it has a few other letters, and so is the whole name", () => {
    const { last_name, full_name } = read("ERIKSSDN", "UTOPIA", "ERIKSSON", "ANNA MARIA");
    expect(last_name).toMatchObject({ value: "ERIKSSDN", alternative: "ERIKSSON", confidence: 0.5 });
    expect(full_name).toMatchObject({
      value: "ANNA MARIA ERIKSSDN",
      alternative: "ANNA MARIA ERIKSSON",
      confidence: 0.5,
    });
  });

  it("is certain if a line prints it, if two lines are similar, or if it is as short as many words", () => {
    const isCertain = (name: string, ...printed: string[]) =>
      read(name, ...printed).last_name?.alternative === undefined;
    expect(isCertain("ERIKSSON", "ERIKSSON", "ERIKSSDN")).toBe(true);
    expect(isCertain("ERIKSSDN", "ERIKSSON", "ERIKSSEN")).toBe(true);
    expect(isCertain("LAHN", "HAHN")).toBe(true);
    expect(isCertain("ERIKSSDN", "SVENSSON", "ZENITH")).toBe(true);
  });
});

it("keeps a number of the MRZ, which has a check digit, as it is whatever is printed like it", () => {
  const lines = [line("Document No.", 100), line("L898902C8", 124)];
  const { document_number } = mergeFields(reading({ lines }), NOW);
  expect(document_number?.alternative).toBeUndefined();
  expect(document_number?.value).toBe("L898902C3");
});

it("knows a name in its own spelling by its transliteration", () => {
  const mrz = { ...MRZ, fields: [mrzField("primary_identifier", "MUELLER")] };
  const lines = [line("Name: Müller", 100), line("Vornamen: Anna", 140)];
  expect(values({ mrz, lines }).last_name).toEqual(["Müller", "both"]);
});

it("gives a name its spaces back if the recogniser lost them and the MRZ has them", () => {
  const given = (label: string) => values({ lines: [line("Given names", 100), line(label, 124)] }).first_name;
  expect(given("AnnaMaria")).toEqual(["Anna Maria", "both"]);
  expect(given("Anna-Maria")).toEqual(["Anna-Maria", "both"]);
  expect(given("Anna Maria")).toEqual(["Anna Maria", "both"]);
});

it("writes Germany's and the British codes as ISO 3166 alpha-3, and no other code than three letters", () => {
  const nationality = (code: string) =>
    values({ mrz: { ...MRZ, fields: [mrzField("nationality", code)] }, lines: [] }).nationality;
  expect(nationality("D")).toEqual(["DEU", "mrz"]);
  expect(nationality("GBN")).toEqual(["GBR", "mrz"]);
  expect(nationality("1TO")).toBeUndefined();
});

it("reads an unspecified sex as X", () => {
  expect(values({ mrz: { ...MRZ, fields: [mrzField("sex", "")] }, lines: [] }).sex).toEqual(["X", "mrz"]);
});

it.each([
  ["on the label's line", [line("3. Date of birth: 12.08.1974", 100)]],
  ["behind a label in two languages", [line("Date of birth / Geburtsdatum 12.08.1974", 100)]],
  ["behind a label that lost its spaces", [line("Dateofbirth12.08.1974", 100)]],
  ["beneath a label that lost its spaces", [line("Dateofbirth", 100), line("12.08.1974", 124)]],
  ["beneath the label", [line("Date de naissance", 100), line("12 AOÛT 1974", 124)]],
])("finds a value %s", (_, lines) => {
  expect(values({ mrz: null, lines }).date_of_birth).toEqual(["1974-08-12", "viz"]);
});

it("distinguishes a label from a longer word that begins like it", () => {
  expect(
    values({ mrz: null, lines: [line("Nominated by: Smith", 100), line("NAMESAKE Smith", 150)] }),
  ).toEqual({});
  expect(values({ mrz: null, lines: [line("SurnameERIKSSON", 100)] }).last_name).toEqual(["ERIKSSON", "viz"]);
});

it("takes no value from another column, from far beneath, or from another label", () => {
  const of = (...lines: ReturnType<typeof line>[]) => values({ mrz: null, lines }).place_of_birth;
  expect(of(line("Place of birth", 100, 300), line("Zenith", 124, 700))).toBeUndefined();
  expect(of(line("Place of birth", 100), line("Zenith", 190))).toBeUndefined();
  expect(of(line("Place of birth", 100), line("Date of issue", 124))).toBeUndefined();
});

it("takes no MRZ line for what a label above it names", () => {
  const lines = [line("Place of birth", 700, 20), line(MRZ.lines[0]!, 724, 20)];
  expect(values({ lines }).place_of_birth).toBeUndefined();
});

it("takes no text for a date, a number or a sex that does not look like one", () => {
  const lines = [line("Date of birth: unknown", 100), line("Document no: none", 150), line("Sex: ?", 200)];
  expect(values({ mrz: null, lines })).toEqual({});
});

it("returns no date of issue that equals the MRZ's birth or expiry", () => {
  const issue = (date: string) =>
    values({ lines: [line("Date of issue", 100), line(date, 124)] }).date_of_issue;
  expect(issue("15.04.2032")).toBeUndefined();
  expect(issue("12.08.1974")).toBeUndefined();
  expect(issue("16.04.2022")).toEqual(["2022-04-16", "viz"]);
});

describe("a number that is only printed", () => {
  const printed = (number: string, mrz: typeof MRZ | null = null) =>
    values({ mrz, lines: [line("Personal No.", 100), line(number, 124)] }).personal_number;
  const mrz = (value: string) => ({ ...MRZ, fields: [mrzField("optional_data", value)] });

  it("has the MRZ's spelling if its optional data say the same but for signs that look alike", () => {
    expect(printed("UICLS56H", mrz("U1CLSS6H"))).toEqual(["U1CLSS6H", "both"]);
    expect(printed("UACLS56H", mrz("U1CLSS6H"))).toEqual(["UACLS56H", "viz"]);
  });

  it("is the MRZ's if the reader took two signs for one, and the MRZ's checks hold", () => {
    expect(printed("FVENTJ7", mrz("FVENTJJ7"))).toEqual(["FVENTJJ7", "mrz"]);
    expect(printed("FVENTJJJ7", mrz("FVENTJJ7"))).toEqual(["FVENTJJJ7", "viz"]);
    expect(printed("FVEN7J", mrz("FVEN7JJ7"))).toEqual(["FVEN7J", "viz"]);
    const failing = { ...mrz("FVENTJJ7"), checks: MRZ.checks.map((each) => ({ ...each, valid: false })) };
    expect(printed("FVENTJ7", failing)).toEqual(["FVENTJ7", "viz"]);
    const full = { ...mrz("FVEN7JJ"), format: "TD2" as const };
    expect(printed("FVEN7J", full)).toEqual(["FVEN7J", "viz"]);
  });

  it("has the MRZ's spelling of its beginning if the MRZ has no room for more", () => {
    const td2 = (value: string) => ({ ...mrz(value), format: "TD2" as const });
    expect(printed("NYE5VONK", td2("NYE5V0N"))).toEqual(["NYE5V0NK", "both"]);
    expect(printed("NYE5VONK", mrz("NYE5V0N"))).toBeUndefined();
    expect(printed("NYE5VONO", td2("NYE5V0N"))).toBeUndefined();
  });

  it("is left out if nothing distinguishes an O from a 0, or an I from a 1", () => {
    expect(printed("UICLSS6H")).toBeUndefined();
    expect(printed("2YWYEWXO")).toBeUndefined();
    expect(printed("2YWYEWX0")).toEqual(["2YWYEWX0", "viz"]);
  });

  it("is left out if the reader is uncertain: a character may be lost", () => {
    const read = (confidence: number) => {
      const number = { ...line("2YWYEWX0", 124), confidence };
      return values({ mrz: null, lines: [line("Personal No.", 100), number] }).personal_number;
    };
    expect(read(0.89)).toBeUndefined();
    expect(read(0.9)).toEqual(["2YWYEWX0", "viz"]);
  });

  it("is returned if letters and digits have fixed positions", () => {
    expect(printed("IO123456")).toEqual(["IO123456", "viz"]);
    expect(printed("RSSMIO85T10A562S")).toEqual(["RSSMIO85T10A562S", "viz"]);
  });
});

/** The MRZ with other names, which a TD3 line has 39 characters for, and a page that prints these lines. */
function named(last: string, first: string, ...lines: ReturnType<typeof line>[]) {
  const row = `P<UTO${`${last}<<${first}`.replaceAll(" ", "<")}`.padEnd(44, "<");
  const names = { primary_identifier: last, secondary_identifier: first } as Readonly<Record<string, string>>;
  const fields = MRZ.fields.map((field) => ({ ...field, value: names[field.name] ?? field.value }));
  return mergeFields(reading({ mrz: { ...MRZ, lines: [row, MRZ.lines[1]!], fields }, lines }), NOW);
}
const page = (last: string, first: string) => [
  ...[line("Surname", 100), line(last, 124), line("Given names", 160), line(first, 184)],
];

describe("a name that fills its MRZ's line", () => {
  // ZsBT/mrz-java#27 (ICAO Doc 9303-4, 4.2.3).
  it("is the printed one if the MRZ abbreviates it, and the whole name agrees", () => {
    const { first_name, last_name, full_name } = named(
      "ALDERTHWAITE BROOKMEADOW CHESTERL",
      "D P",
      ...page("ALDERTHWAITEBROOKMEADOWCHESTERLING", "DELPHINE PERSEPHONE"),
    );
    expect(first_name).toMatchObject({ value: "DELPHINE PERSEPHONE", source: "both", confidence: 0.95 });
    expect(last_name?.value).toBe("ALDERTHWAITE BROOKMEADOW CHESTERLING");
    expect(full_name?.value).toBe("DELPHINE PERSEPHONE ALDERTHWAITE BROOKMEADOW CHESTERLING");
  });

  it("is the printed one if the MRZ cuts it, also over two lines and without labels", () => {
    const cut = ["ALDERTHWAITE BROOKMEADOW", "DELPHINE PERS"] as const;
    const whole = { value: "DELPHINE PERSEPHONE", source: "both" };
    expect(named(...cut, ...page(cut[0], "DELPHINEPERSEPHONE")).first_name).toMatchObject(whole);
    expect(named(...cut, line("DELPHINE PERSEPHONE", 100)).first_name).toMatchObject(whole);
    const lines = [...page("ALBUQUERQUE FERREIRA", "MARGARIDA ISABEL"), line("CONCEICAO", 206)];
    const two = named("ALBUQUERQUE FERREIRA DE VASCONCELOS", "MA", ...lines, line("DE VASCONCELOS", 146));
    expect(two.first_name?.value).toBe("MARGARIDA ISABEL CONCEICAO");
    expect(two.last_name?.value).toBe("ALBUQUERQUE FERREIRA DE VASCONCELOS");
  });

  it("is returned truncated, with less confidence, if the print was not read", () => {
    const { first_name, full_name } = named("ALDERTHWAITE BROOKMEADOW", "DELPHINE PERS");
    expect(first_name).toMatchObject({ value: "DELPHINE PERS", source: "mrz", confidence: 0.8 });
    expect(full_name!.confidence).toBe(0.8);
    const whole = named("ALDERTHWAITE BROOKMEADOW", "DELPHINE");
    expect(whole.first_name).toMatchObject({ value: "DELPHINE", confidence: 0.97 });
  });

  it("is uncertain if the print has another letter as far as the MRZ goes", () => {
    const { last_name } = named(
      "ALDERTHWAITE BROOKMEADOW CHESTERL",
      "D P",
      ...page("ALDERTHWAITE BROOKMEADON CHESTERLING", "DELPHINE PERSEPHONE"),
    );
    expect(last_name).toMatchObject({ value: "ALDERTHWAITE BROOKMEADOW CHESTERL", confidence: 0.5 });
    expect(last_name!.alternative).toBe("ALDERTHWAITE BROOKMEADON CHESTERLING");
  });
});

it("takes a name that has room in its line for no abbreviation", () => {
  const { first_name } = named("LINDQVIST", "D P", ...page("LINDQVIST", "DELPHINE PERSEPHONE"));
  expect(first_name).toMatchObject({ value: "D P", source: "mrz" });
});

it("returns a name in the MRZ's spelling, without an alternative, if the reader writes no diacritics", () => {
  // covpass-android#198.
  const { last_name, full_name } = named(
    "MUELLER LUEDENSCHEIDT",
    "GUENTHER",
    ...page("MULLER-LUDENSCHEIDT", "GUNTHER"),
  );
  expect(last_name).toMatchObject({ value: "MUELLER LUEDENSCHEIDT", source: "both", confidence: 0.97 });
  expect(last_name).not.toHaveProperty("alternative");
  expect(full_name?.value).toBe("GUENTHER MUELLER LUEDENSCHEIDT");
  const other = named("MUELLER", "GUENTHER", ...page("MILLER", "GUNTHER")).last_name;
  expect(other).toMatchObject({ value: "MUELLER", alternative: "MILLER" });
});

it("gives names that are printed with commas between them without", () => {
  // konstantint/PassportEye#64: "Prénom(s): CLAIRE, LOUISE" on French cards, whose spaces the reader loses.
  for (const printed of ["CLAIRE, LOUISE", "CLAIRE,LOUISE"]) {
    const { first_name, full_name } = named("BLANCHARD", "CLAIRE LOUISE", ...page("BLANCHARD", printed));
    expect(first_name).toMatchObject({ value: "CLAIRE LOUISE", source: "both" });
    expect(full_name?.value).toBe("CLAIRE LOUISE BLANCHARD");
  }
});

it("gives the whole name the spaces of its parts", () => {
  // PaddlePaddle/PaddleOCR#16231: the reader loses spaces.
  expect(named("ERIKSSON", "ANNA MARIA", ...page("ERIKSSON", "ANNAMARIA")).full_name?.value).toBe(
    "ANNA MARIA ERIKSSON",
  );
});

describe("a date of the MRZ, whose year has two digits", () => {
  const dated = (changes: Readonly<Record<string, string>>, ...lines: ReturnType<typeof line>[]) => {
    const fields = MRZ.fields.map((field) => ({ ...field, value: changes[field.name] ?? field.value }));
    return mergeFields(reading({ mrz: { ...MRZ, format: "TD1", fields }, lines }), NOW);
  };

  it("has the printed year: no end, sixty years, or a birth over a hundred years ago", () => {
    const expiry = line("Valid until 01 01 9999", 100);
    expect(dated({ date_of_expiry: "990101" }, expiry).date_of_expiry?.value).toBe("9999-01-01");
    const sixty = line("Date of expiry: 01 JAN 2084", 100);
    expect(dated({ date_of_expiry: "840101" }, sixty).date_of_expiry).toMatchObject({
      value: "2084-01-01",
      source: "both",
    });
    const birth = dated({ date_of_birth: "240301" }, line("01 MAR 1924", 100)).date_of_birth;
    expect(birth?.value).toBe("1924-03-01");
  });

  it("is left out if only the print could decide it and does not", () => {
    expect(dated({ date_of_expiry: "990101" }).date_of_expiry).toBeUndefined();
    expect(
      dated({ date_of_expiry: "990101" }, line("Valid until 05.05.2031", 100)).date_of_expiry,
    ).toBeUndefined();
  });

  it("is not contradicted by print that has two digits as well", () => {
    const lines = [line("Date of birth: 01.03.24", 100), line("Date of issue: 01.01.2023", 140)];
    const { date_of_birth } = dated({ date_of_birth: "240301" }, ...lines);
    expect(date_of_birth).toMatchObject({ value: "1924-03-01", source: "both" });
  });
});

it("returns no printed expiry that is impossible for a document", () => {
  const expiry = (date: string) =>
    values({ mrz: null, lines: [line(`Date of expiry: ${date}`, 100)] }).date_of_expiry;
  expect(expiry("01.01.2124")).toBeUndefined();
  expect(expiry("01.01.9999")).toEqual(["9999-01-01", "viz"]);
});
