import { describe, expect, it } from "vitest";
import { matchLabel } from "#edge/verdicts/ocr/visual/labels/labels.ts";
import { LABELS, LANGUAGES } from "#edge/verdicts/text/label-table.ts";

describe("the table of labels", () => {
  it("has one kind for each label", () => {
    const kinds = new Map<string, Set<string>>();
    for (const { letters, kind } of LABELS) kinds.set(letters, (kinds.get(letters) ?? new Set()).add(kind));
    expect([...kinds].filter(([, of]) => of.size > 1)).toEqual([]);
  });

  it("names languages as CLDR does", () => {
    expect(Intl.getCanonicalLocales([...LANGUAGES])).toEqual(LANGUAGES);
  });

  it.each(
    "cs da de en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv tr nb is sr-Latn sq vi id ms fil sw".split(
      " ",
    ),
  )("has labels in %s", (language) => {
    expect(LABELS.filter(({ languages }) => languages.includes(language)).length).toBeGreaterThanOrEqual(4);
  });
});

it.each([
  ["Surname", "last_name", ""],
  ["Nachname ERIKSSON", "last_name", "ERIKSSON"],
  ["Prénom(s): Anna", "first_name", "Anna"],
  ["3. Date of birth / Geburtsdatum 12.08.1974", "date_of_birth", "12.08.1974"],
  ["Dateofbirth12.08.1974", "date_of_birth", "12.08.1974"],
  ["Doğum Tarihi / Date of Birth", "date_of_birth", ""],
  ["Số định danh cá nhân", "personal_number", ""],
  ["Fødselsdato", "date_of_birth", ""],
  ["Syntymäaika/Födelsedatum/Date of birth", "date_of_birth", ""],
  ["Obywatelstwo/Nationality", "nationality", ""],
  ["N° du document", "document_number", ""],
  ["Nome/Name", "name", ""],
  ["Nom/Surname", "last_name", ""],
  // A reader took the slash for a letter.
  ["Prénoms I Given names", "first_name", ""],
  ["Prénoms l Given names Anna", "first_name", "Anna"],
  ["Given names I. Maria", "first_name", "I. Maria"],
] as const)("takes %s for a label", (text, kind, rest) => {
  expect(matchLabel(text)).toMatchObject({ kind, rest });
});

it.each([
  "ERIKSSON",
  "Nominated by: Smith",
  "NAMESAKE Smith",
  "VALDEZ",
  "MORALES",
  "Aodress 12",
  "Oddress",
  "N/Smith",
  "POL",
  "12 AUG 1974",
  "UTOPIA",
  "",
])("takes %j for no label", (text) => {
  expect(matchLabel(text)).toBeNull();
});

it("takes what stands behind a label's slash for its translation, even in a language that it does not know", () => {
  expect(matchLabel("Surname / Қўзибой")).toMatchObject({ kind: "last_name", rest: "" });
  expect(matchLabel("Personal No / 123456")).toMatchObject({ rest: "123456" });
});

it("takes no name that begins like a label for one, nor two labels run into each other that say two things", () => {
  for (const text of ["NOMEADE", "ADRESSEN", "SEXENATIONALITE", "KaldorAAdresse"]) {
    expect(matchLabel(text)).toBeNull();
  }
});

it("takes a line of several fields' labels for no value", () => {
  expect(matchLabel("Sex Nationality Date of birth")?.rest).toBe("");
});
