import { DOCUMENT_RECORDS } from "../../../vocabulary/issuers/records.ts";
import { lettersOf } from "./letters.ts";
import { type LabelKind, PRINTED_LABELS } from "./printed-labels.ts";

/** A label, reduced to its letters. */
export interface Label {
  readonly kind: LabelKind;
  readonly letters: string;
  /** Languages with this label, BCP 47. */
  readonly languages: readonly string[];
}

/**
 * Parses `en Full name, Name in full | fr Nom complet`: bars or line ends separate languages, commas separate
 * labels.
 */
function* parse(kind: LabelKind): Generator<readonly [letters: string, language: string]> {
  for (const part of PRINTED_LABELS[kind].split(/[|\n]/)) {
    const [language, ...words] = part.trim().split(" ");
    for (const label of words.join(" ").split(",")) {
      if (label.trim() !== "") yield [lettersOf(label), language!];
    }
  }
}

/** Minimum letters of a part of a record's label: shorter ones begin many other texts. */
const PART_FROM = 4;
/** Field numbers of licences before a label, and a bracketed ending: "2 e 1 NOME", "Given Name(s)". */
const AROUND = /^(?:\d[a-d]?(?: e \d)? )|\([^)]*\)/g;

/** The labels that records of documents print, and that the table lacks. Their languages are the record's. */
function* recorded(known: ReadonlySet<string>): Generator<readonly [LabelKind, string, readonly string[]]> {
  const seen = new Set(known);
  for (const { front, back, languages } of DOCUMENT_RECORDS) {
    for (const [meaning, label] of [...(front ?? []), ...(back ?? [])]) {
      for (const part of label?.split("/") ?? []) {
        const letters = lettersOf(part.replace(AROUND, ""));
        if (letters.length < PART_FROM || seen.has(letters)) continue;
        seen.add(letters);
        yield [meaning, letters, languages];
      }
    }
  }
}

/**
 * The labels of a kind; also as small print is misread, whose "rn" becomes "m" or "n": "Sumame", "Suname".
 */
function labelsOf(kind: LabelKind): Label[] {
  const languages = new Map<string, string[]>();
  for (const [letters, language] of parse(kind)) {
    for (const each of new Set([letters, letters.replaceAll("RN", "M"), letters.replaceAll("RN", "N")])) {
      languages.set(each, [...(languages.get(each) ?? []), language]);
    }
  }
  return [...languages].map(([letters, of]) => ({ kind, letters, languages: of }));
}

const OF_LANGUAGES = (Object.keys(PRINTED_LABELS) as LabelKind[]).flatMap(labelsOf);
const OF_RECORDS = [...recorded(new Set(OF_LANGUAGES.map(({ letters }) => letters)))].map(
  ([kind, letters, languages]): Label => ({ kind, letters, languages }),
);

/** All labels, those of languages and those of records, longest first. */
export const LABELS: readonly Label[] = [...OF_LANGUAGES, ...OF_RECORDS].sort(
  (a, b) => b.letters.length - a.letters.length,
);

/** Every language with a label, BCP 47. */
export const LANGUAGES: readonly string[] = [
  ...new Set(OF_LANGUAGES.flatMap(({ languages }) => languages)),
].sort();
