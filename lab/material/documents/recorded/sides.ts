import { iso31661 } from "iso-3166";
import { transliterations } from "../../../../edge/verdicts/text/transliteration.ts";
import type { FieldKey } from "../../../../vocabulary/documents.ts";
import type { DocumentRecord, LabelMeaning } from "../../../../vocabulary/issuers/record.ts";
import { ISSUING_STATES } from "../../../../vocabulary/issuers/records.ts";
import { pick, type Random } from "../../random.ts";
import { type DateStyle, printedDay, usualLabel } from "../labels.ts";
import { composeMrz } from "../mrz.ts";
import { inventNumber, inventRecordedHolder, type RecordedHolder } from "./holders.ts";

/** A row of print: a label and the lines of its value. A licence's label is its number. */
export interface PrintedRow {
  readonly meaning: LabelMeaning;
  readonly label: string;
  readonly lines: readonly string[];
}

/** One side of a document of a record, before it is drawn. */
export interface RecordedSide {
  readonly side: "front" | "back";
  readonly rows: readonly PrintedRow[];
  readonly mrz: readonly string[];
  /** The spellings that a right reading of each field has. */
  readonly expected: ReadonlyMap<FieldKey, readonly string[]>;
}

/** Field numbers of Directive 2006/126/EC, annex I, and labels of the AAMVA standard. */
const NUMBERED: Readonly<Record<string, Partial<Record<LabelMeaning, string>>>> = {
  EU: {
    last_name: "1.",
    first_name: "2.",
    birth: "3.",
    date_of_issue: "4a.",
    date_of_expiry: "4b.",
    other: "4c.",
    personal_number: "4d.",
    document_number: "5.",
    address: "8.",
  },
  AAMVA: {
    document_number: "4d DLN",
    date_of_expiry: "4b EXP",
    last_name: "1",
    first_name: "2",
    address: "8",
    date_of_birth: "3 DOB",
    date_of_issue: "4a ISS",
    sex: "15 SEX",
  },
};
const AUTHORITIES = ["KALDOR", "PREFECTURE 12", "CITY OF BREMEL", "INTERIOR"];
const OTHER_VALUES = ["BRN", "172 CM", "B12", "KALDOR", "A POS"];
/** Words for a sex where a state prints neither F nor M. */
const SEXES: Readonly<Record<string, Readonly<Record<"F" | "M", string>>>> = {
  id: { F: "PEREMPUAN", M: "LAKI-LAKI" },
  vi: { F: "Nữ", M: "Nam" },
};
/** Languages whose full names begin with the surname. */
const SURNAME_FIRST: readonly string[] = ["vi", "hu", "ja", "ko"];

/** What a document of the record prints on its sides, for an invented holder. */
export function inventSides(record: DocumentRecord, random: Random): RecordedSide[] {
  const holder = inventRecordedHolder(random, record.languages);
  const number = inventNumber(random, record.documentNumber);
  const facts: Facts = {
    record,
    holder,
    number,
    // An MRZ's field of nine characters has no room for the longer numbers of some cards.
    machineNumber: number.length > 9 ? inventNumber(random, null) : number,
    personalNumber: inventNumber(random, record.personalNumber),
    dates: record.numbering === "AAMVA" ? "slashed" : pick(random, STYLES),
    random,
  };
  const sides = [
    { side: "front", printed: record.front },
    { side: "back", printed: record.back },
  ] as const;
  return sides
    .map(({ side, printed }) => sideOf(facts, side, printed ?? []))
    .filter(({ rows, mrz }) => rows.length > 0 || mrz.length > 0);
}

const STYLES: readonly DateStyle[] = ["dotted", "slashed", "spaced", "dotted"];

interface Facts {
  readonly record: DocumentRecord;
  readonly holder: RecordedHolder;
  readonly number: string;
  readonly machineNumber: string;
  readonly personalNumber: string;
  readonly dates: DateStyle;
  readonly random: Random;
}

function sideOf(
  facts: Facts,
  side: RecordedSide["side"],
  printed: readonly (readonly [LabelMeaning, string | null])[],
): RecordedSide {
  const { record } = facts;
  const mrz = record.mrz?.on === side ? machineLines(facts, record.mrz.format) : [];
  const rows = printed.flatMap(([meaning, label]) => rowOf(facts, meaning, label));
  const meanings = new Set(printed.map(([meaning]) => meaning));
  const expected = new Map<FieldKey, readonly string[]>();
  for (const meaning of meanings) {
    for (const [key, value] of valuesOf(facts, meaning)) expected.set(key, spelled(key, value));
  }
  if (meanings.has("first_name") && meanings.has("last_name"))
    expected.set("full_name", spelled("full_name", `${facts.holder.givenNames} ${facts.holder.surname}`));
  if (mrz.length > 0) addMachine(expected, facts);
  return { side, rows, mrz, expected };
}

/** The printed spelling of a name, and those that an MRZ may have. */
const spelled = (key: FieldKey, value: string): readonly string[] =>
  key.endsWith("_name") ? [value, ...transliterations(value)] : [value];

function valuesOf(facts: Facts, meaning: LabelMeaning): readonly (readonly [FieldKey, string])[] {
  const { holder, record, number, personalNumber } = facts;
  const { surname, givenNames, town } = holder;
  const isSurnameFirst = record.languages.some((each) => SURNAME_FIRST.includes(each));
  const born = [["date_of_birth", holder.dateOfBirth] as const];
  const table: Readonly<Record<LabelMeaning, readonly (readonly [FieldKey, string])[]>> = {
    last_name: [["last_name", surname]],
    first_name: [["first_name", givenNames]],
    full_name: [["full_name", isSurnameFirst ? `${surname} ${givenNames}` : `${givenNames} ${surname}`]],
    name: [],
    other: [],
    document_number: [["document_number", number]],
    personal_number: [["personal_number", personalNumber]],
    date_of_birth: born,
    birth: [...born, ["place_of_birth", town]],
    place_of_birth: [["place_of_birth", town]],
    date_of_issue: [["date_of_issue", holder.dateOfIssue]],
    date_of_expiry: [["date_of_expiry", holder.dateOfExpiry]],
    sex: [["sex", holder.sex]],
    nationality: [["nationality", record.state]],
    issuing_country: [["issuing_country", record.state]],
    address: [["address", holder.address.join(", ")]],
  };
  return table[meaning];
}

function rowOf(facts: Facts, meaning: LabelMeaning, own: string | null): PrintedRow[] {
  const { record } = facts;
  const numbered =
    own === null && record.numbering !== null ? NUMBERED[record.numbering]![meaning] : undefined;
  const usual = record.languages.flatMap((language) => usualLabel(meaning, language) ?? []);
  const label = own ?? numbered ?? [...new Set(usual)].slice(0, 3).join(" / ");
  return [{ meaning, label, lines: textOf(facts, meaning) }];
}

function textOf(facts: Facts, meaning: LabelMeaning): readonly string[] {
  const { holder, record, random, dates } = facts;
  const [language] = record.languages;
  const day = (iso: string) =>
    record.numbering === "AAMVA" || isMonthFirst(record) ? american(iso) : printedDay(iso, dates, language!);
  if (meaning === "address") return holder.address;
  if (meaning === "other") return [pick(random, record.numbering === null ? OTHER_VALUES : AUTHORITIES)];
  if (meaning === "birth")
    return [
      record.numbering === "EU"
        ? `${day(holder.dateOfBirth)} ${holder.town}`
        : `${holder.town}, ${day(holder.dateOfBirth)}`,
    ];
  if (meaning === "sex") return [SEXES[language!]?.[holder.sex] ?? holder.sex];
  if (meaning === "nationality") return [nationality(record, random)];
  const [[key, value]] = valuesOf(facts, meaning) as [readonly [FieldKey, string]];
  return [key.startsWith("date_") ? day(value) : value];
}

const isMonthFirst = ({ state }: DocumentRecord): boolean =>
  ISSUING_STATES.some(({ code, monthFirst }) => code === state && monthFirst === true);
const american = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`;

/** The state's code, or its name in a language of the document that is written in Latin letters. */
function nationality({ state, languages }: DocumentRecord, random: Random): string {
  const { alpha2 } = iso31661.find(({ alpha3 }) => alpha3 === state)!;
  const names = languages.map((language) =>
    new Intl.DisplayNames([language], { type: "region" }).of(alpha2)!.toUpperCase(),
  );
  const latin = names.filter((name) => /^[\p{Script=Latin} .'’-]+$/u.test(name));
  return latin.length === 0 || random() < 0.5 ? state : pick(random, latin);
}

/** ICAO's codes of documents and states; Germany's is one letter. */
const CODES = {
  passport: "P",
  cid: "I",
  voter_id: "I",
  driving_license: "I",
  residence_permit: "AR",
} as const;
const CODE_OF: Readonly<Record<string, string>> = { DEU: "D" };

function machineLines({ record, holder, machineNumber }: Facts, format: "TD1" | "TD2" | "TD3"): string[] {
  const state = CODE_OF[record.state] ?? record.state;
  const bearer = {
    surname: machineName(holder.surname),
    givenNames: machineName(holder.givenNames),
    sex: holder.sex,
    nationality: state,
    dateOfBirth: holder.dateOfBirth,
    dateOfExpiry: holder.dateOfExpiry,
    documentNumber: machineNumber,
    personalNumber: "",
  };
  return composeMrz(format, bearer, { code: CODES[record.type], issuer: state });
}

const machineName = (name: string): string =>
  (transliterations(name)[0] ?? name)
    .toUpperCase()
    .replace(/['’.]/g, "")
    .replace(/[^A-Z]+/g, " ")
    .trim();

/** An MRZ's values: they are expected beside or instead of the print. */
function addMachine(expected: Map<FieldKey, readonly string[]>, facts: Facts): void {
  const { holder, record, machineNumber } = facts;
  const names = [holder.givenNames, holder.surname];
  const values: readonly (readonly [FieldKey, readonly string[]])[] = [
    ["last_name", [holder.surname, machineName(holder.surname)]],
    ["first_name", [holder.givenNames, machineName(holder.givenNames)]],
    ["full_name", [names.join(" "), names.map(machineName).join(" ")]],
    ["document_number", [machineNumber]],
    ["date_of_birth", [holder.dateOfBirth]],
    ["date_of_expiry", [holder.dateOfExpiry]],
    ["sex", [holder.sex]],
    ["nationality", [record.state]],
    ["issuing_country", [record.state]],
  ];
  for (const [key, value] of values) expected.set(key, [...(expected.get(key) ?? []), ...value]);
}
