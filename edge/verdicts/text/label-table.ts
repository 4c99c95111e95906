import { DOCUMENT_RECORDS } from "../../../vocabulary/issuers/records.ts";
import { lettersOf } from "./letters.ts";
import { type LabelKind, PRINTED_LABELS } from "./printed-labels.ts";

/** A label, reduced to its letters. */
interface Label {
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

/** Minimum letters of a translation that is a label by itself: shorter ones begin many other texts. */
const ALONE_FROM = 6;
/** Field numbers of licences before a label, and brackets: "2 e 1 NOME", "Given Name(s)". */
const AROUND = /^(?:\d[a-d]?(?: e \d)? )|\([^)]*\)/g;

/** A label's translations that are long enough; the whole if it has brackets or the table lacks a part. */
function* spellingsOf(label: string, known: ReadonlySet<string>): Generator<string> {
  const parts = label.split("/").map((part) => lettersOf(part.replace(AROUND, "")));
  yield* parts.filter(({ length }) => length >= ALONE_FROM);
  if (label.includes("(")) yield lettersOf(label);
  if (!parts.every((part) => known.has(part))) yield parts.join("");
}

/** The labels that records of documents print, and that the table lacks. Their languages are the record's. */
function labelsOfRecords(known: ReadonlySet<string>): Label[] {
  const found = new Map<string, Label>();
  for (const { front, back, languages } of DOCUMENT_RECORDS) {
    for (const [kind, label] of [...(front ?? []), ...(back ?? [])]) {
      for (const letters of label === null ? [] : spellingsOf(label, known)) {
        if (!known.has(letters) && !found.has(letters)) found.set(letters, { kind, letters, languages });
      }
    }
  }
  return [...found.values()];
}

function labelsOf(kind: LabelKind): Label[] {
  const languages = new Map<string, string[]>();
  for (const [letters, language] of parse(kind)) {
    languages.set(letters, [...(languages.get(letters) ?? []), language]);
  }
  return [...languages].map(([letters, of]) => ({ kind, letters, languages: of }));
}

const OF_LANGUAGES = (Object.keys(PRINTED_LABELS) as LabelKind[]).flatMap(labelsOf);
const OF_RECORDS = labelsOfRecords(new Set(OF_LANGUAGES.map(({ letters }) => letters)));

/** All labels, those of languages and those of records, longest first. */
export const LABELS: readonly Label[] = [...OF_LANGUAGES, ...OF_RECORDS].sort(
  (a, b) => b.letters.length - a.letters.length,
);

/** Every language with a label, BCP 47. */
export const LANGUAGES: readonly string[] = [
  ...new Set(OF_LANGUAGES.flatMap(({ languages }) => languages)),
].sort();
