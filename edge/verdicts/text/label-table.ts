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

function labelsOf(kind: LabelKind): Label[] {
  const languages = new Map<string, string[]>();
  for (const [letters, language] of parse(kind)) {
    languages.set(letters, [...(languages.get(letters) ?? []), language]);
  }
  return [...languages].map(([letters, of]) => ({ kind, letters, languages: of }));
}

/** All labels, longest first. */
export const LABELS: readonly Label[] = (Object.keys(PRINTED_LABELS) as LabelKind[])
  .flatMap(labelsOf)
  .sort((a, b) => b.letters.length - a.letters.length);

/** Every language with a label, BCP 47. */
export const LANGUAGES: readonly string[] = [...new Set(LABELS.flatMap(({ languages }) => languages))].sort();
