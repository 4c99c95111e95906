import { readFileSync } from "node:fs";
import { join } from "node:path";
import { iso31661 } from "iso-3166";
import { ID_NUMBERS } from "#edge/verdicts/fraud/checks/id-numbers/table.ts";
import { OWN_RULES } from "#edge/verdicts/fraud/checks/mrz-checksums.ts";
import { isNationalNumber } from "#edge/verdicts/ocr/issuing-state.ts";
import { LANGUAGES } from "#edge/verdicts/text/label-table.ts";
import { exactInterval } from "#inference/calibration/binomial.ts";
import { FORMATS } from "#inference/mrz/formats.ts";
import { DOCUMENT_TYPES, factsOf } from "#vocabulary/document-types.ts";
import type { DocumentRecord } from "#vocabulary/issuers/record.ts";
import { ISSUING_STATES } from "#vocabulary/issuers/records.ts";
import { codes, table } from "./markdown.ts";

const yesOrNo = (is: boolean | undefined) => (is === true ? "yes" : "no");

/** Every type of document. */
export function documentTypes(): string {
  const rows = DOCUMENT_TYPES.map((type) => {
    const facts = factsOf(type);
    const {
      aliases = [],
      mrz,
      portrait,
      mrzOnBack,
      barcodeOnBack = [],
      acceptedByDefault,
      titles = [],
    } = facts;
    const back = typeof mrzOnBack === "object" ? `${mrzOnBack.length} issuing states` : mrzOnBack;
    return [
      `\`${type}\``,
      codes(aliases) || "–",
      mrz ? "always" : "if printed",
      back === "everywhere" ? "all issuing states" : (back ?? "–"),
      barcodeOnBack.join(", ") || "–",
      portrait ? "always" : "if printed",
      yesOrNo(acceptedByDefault),
      String(titles.length),
    ];
  });
  const head = [
    "type",
    "other names",
    "MRZ",
    "MRZ on the back",
    "barcode on the back",
    "portrait",
    "accepted by default",
    "titles known",
  ];
  return table(head, rows);
}

/** What each format of an MRZ is printed on. */
const PRINTED_ON: Readonly<Record<(typeof FORMATS)[number]["name"], string>> = {
  TD1: "identity cards and residence permits of credit-card size (ICAO Doc 9303-5)",
  TD2: "larger identity cards and travel documents (ICAO Doc 9303-6)",
  TD3: "passports (ICAO Doc 9303-4)",
  MRV_A: "visas of passport-page size (ICAO Doc 9303-7)",
  MRV_B: "smaller visas (ICAO Doc 9303-7)",
  FRA_ID: "the French identity card until 2021 (not an ICAO format)",
};

/** Every format of an MRZ. */
export function mrzFormats(): string {
  const rows = FORMATS.map(({ name, lines, length, checks }) => [
    `\`${name.replace("MRV_", "MRV-")}\``,
    `${lines} × ${length}`,
    PRINTED_ON[name],
    codes(checks.map((check) => check.name)),
  ]);
  return table(["format", "lines × characters", "printed on", "check digits"], rows);
}

const nameOf = (alpha3: string) => iso31661.find((country) => country.alpha3 === alpha3)?.name ?? alpha3;

/** Every issuing state for which the rules hold more than ICAO's. */
export function issuingStates(): string {
  const { mrzOnBack } = factsOf("cid");
  const onBack = new Set(typeof mrzOnBack === "object" ? mrzOnBack : []);
  const own = Object.keys(OWN_RULES).map((key) => key.split(" ")[1]!);
  const states = [...new Set([...Object.keys(ID_NUMBERS), ...onBack, ...own])];
  const rows = states
    .map((state) => ({ state, name: nameOf(state), number: ID_NUMBERS[state] }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
    .map(({ state, name, number }) => [
      `${name} (\`${state}\`)`,
      number?.name ?? "–",
      number === undefined ? "–" : yesOrNo(number.birth !== undefined),
      number === undefined ? "–" : yesOrNo(isNationalNumber(state)),
      yesOrNo(onBack.has(state)),
      own.includes(state) ? "a check digit follows an unpublished rule: manual review" : "–",
    ]);
  const head = [
    ...["issuing state", "national number checked", "contains the birth date", "is the document number"],
    ...["identity card has its MRZ on the back", "MRZ"],
  ];
  return table(head, rows);
}

/** Fields that were read right of those printed, by state and type of document. */
function measured(): ReadonlyMap<string, readonly [right: number, fields: number]> {
  const [, ...rows] = readFileSync(MEASURED, "utf8").trim().split("\n");
  return new Map(
    rows.map((row) => {
      const [state, type, right, fields] = row.split(",");
      return [`${state} ${type}`, [Number(right), Number(fields)] as const];
    }),
  );
}

const MEASURED = join(import.meta.dirname, "../../docs/project/measurements/documents-by-record.csv");

const inPercent = (share: number) => (100 * share).toFixed(0);

/** "17/18 [74–100]". */
function rateOf([right, fields]: readonly [right: number, fields: number]): string {
  const [low, high] = exactInterval(fields - right, fields);
  return `${right}/${fields} [${inPercent(1 - high)}–${inPercent(1 - low)}]`;
}

/** "labels not confirmed"; a dash for a record without labels. */
const evidenceOf = ({ front, back, labels }: DocumentRecord): string =>
  front === null && back === null ? "–" : `labels ${labels}`;

/** Every record: what it says of its document, and how well that is read. */
export function documentRecords(): string {
  const figures = measured();
  const rows = ISSUING_STATES.map((state) => ({ ...state, name: nameOf(state.code) }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"))
    .flatMap(({ name, code, documents }) =>
      documents.map((record) => {
        const { type, titles, sides, mrz, documentNumber, personalNumber, source } = record;
        const figure = figures.get(`${code} ${type}`);
        const forms = [documentNumber, personalNumber].flatMap((form) => form?.forms ?? []);
        return [
          `${name} (\`${code}\`)`,
          [`\`${type}\``, ...titles.slice(0, 1)].join(" "),
          sides === null ? "–" : String(sides),
          mrz === null ? "–" : `${mrz.format}, ${mrz.on}`,
          codes(forms) || "–",
          figure === undefined ? "not measured" : rateOf(figure),
          evidenceOf(record),
          source,
        ];
      }),
    );
  const head = [
    ...["issuing state", "document", "sides", "MRZ", "forms of its numbers", "fields read"],
    ...["labels", "source"],
  ];
  return table(head, rows);
}

const languageName = new Intl.DisplayNames("en", { type: "language" });

/** Every language whose printed labels are known. */
export const labelLanguages = (): string =>
  LANGUAGES.map((language) => languageName.of(language) ?? language)
    .sort((a, b) => a.localeCompare(b, "en"))
    .join(", ")
    .concat(".");
