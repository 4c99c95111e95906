import type { DocumentReading, TextLine } from "../../../edge/inference/port.ts";
import { PRINTED_LABELS } from "../../../edge/verdicts/text/printed-labels.ts";
import { TEXT_LIMITS } from "../../../vocabulary/documents.ts";
import { pick, type Random, seededRandom } from "../random.ts";

/** Printed labels long enough to be recognised with one misread letter. */
const LABELS = Object.values(PRINTED_LABELS)
  .flatMap((table) => table.split(/[|\n,]/))
  .map((label) => label.trim().replace(/^[a-z]{2,3}(-\w+)? /i, ""))
  .filter((label) => label.length >= 9);

const misread = (label: string) => `${label.slice(0, 4)}x${label.slice(5)}`;
const repeated = (word: (random: Random) => string) => (random: Random) => {
  let text = "";
  while (text.length < TEXT_LIMITS.characters) text += word(random);
  return text.slice(0, TEXT_LIMITS.characters);
};

/** Full lines of text, each kind expensive for another rule; campaigns report the names. */
export const COSTLY_LINES: Readonly<Record<string, (random: Random) => string>> = {
  "letters with full stops": repeated(() => "A.B.C.D.E.F.G.H.I.J.K.L.M."),
  "random letters": repeated((random) => pick(random, [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ   "])),
  labels: repeated((random) => `${pick(random, LABELS)} / `),
  "misread labels": repeated((random) => `${misread(pick(random, LABELS))} `),
  "short labels": repeated(() => "DNI "),
  "letters with many spellings": repeated((random) => pick(random, ["ÄÅ", "ÑÖ", "ØÜ", "Ä Ü "])),
  "random letters with a background's phrase": (random) =>
    `${repeated((each) => pick(each, [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))(random).slice(0, -10)}FREEPORTSO`,
  "two scripts": repeated((random) => pick(random, ["ÄÅÑ", "ЖХЮЯ", "ÖÜ ", "Щ"])),
  "dates of no month": repeated((random) => `12 ${pick(random, ["ABCDEF", "JANX", "MAIY"])} ZZZ 20`),
  "digits and marks": repeated((random) => pick(random, ["1 ", "2/", "3-", "4.", "19", "1 a"])),
  countries: repeated((random) => `${pick(random, ["Germxny", "Frxnce", "Utopxia", "Belgxum"])}/`),
  "country labels": (random) =>
    `Nationality ${repeated(() => `${pick(random, ["Germxny", "Spaxn"])}/`)(random)}`,
  fillers: repeated(() => "P<UTOERIKSSON<<ANNA<"),
  "names nearly the MRZ's": (random) =>
    `Ä${pick(random, ["ÖÄÄB", "ÅÄBÄ", "ÄÖ"])}${pick(random, ["", "Å", "Ü"])}`,
  "labels run into each other": repeated((random) => pick(random, LABELS).toUpperCase().replaceAll(" ", "")),
  "parts of labels": (random) => pick(random, pick(random, LABELS).split(" ")).slice(0, 9),
  "words by a date of birth": (random) =>
    pick(
      random,
      "12.08.1974, UTO, KALDORHEIM AM SEE, 1 KALDOR STREET, SANTA MIRA NOVA, Kaldorheim".split(", "),
    ),
  "doubted labels": (random) => [...misread(pick(random, LABELS))].reverse().join(""),
};

/** Lines of which the reader was not sure. */
const DOUBTED: ReadonlySet<string> = new Set(["doubted labels"]);

/** The largest reading that inference may send, its lines in rows and columns if labels have values. */
export function costlyReading(kinds: readonly string[], seed: number, isLabelled = false): DocumentReading {
  const random = seededRandom(seed);
  const lines = Array.from({ length: TEXT_LIMITS.lines }, (_, i): TextLine => {
    const isLabel = isLabelled && i % 2 === 0;
    const kind = pick(random, kinds);
    const text = isLabel ? pick(random, LABELS) : COSTLY_LINES[kind]!(random);
    const place = [20 + 10 * (i % 4), 24 * Math.floor(i / 4) + 6 * (i % 4), 1_200, 20] as const;
    return {
      text: text.slice(0, TEXT_LIMITS.characters),
      confidence: DOUBTED.has(kind) ? 0.5 : 0.95,
      certainty: DOUBTED.has(kind) ? 0.5 : 0.95,
      box: place,
      place,
    };
  });
  return {
    width: 1_280,
    height: 1_280,
    quality: {
      laplacianVariance: 400,
      meanLuma: 180,
      saturatedShare: 0,
      documentLongSide: 1_200,
      unreadLines: 0,
    },
    outline: null,
    lines,
    mrz: MRZ,
    unknownMrz: false,
    portrait: { box: [60, 120, 200, 260] },
    card: null,
    otherFaces: [],
    barcodes: [],
    models: [],
    reader: { name: "text-model", version: "1" },
  };
}

const element = (name: string, value: string) => ({ name, value, confidence: 0.97, box: null });

/** An MRZ whose names are hard to distinguish from the printed ones. */
const MRZ: DocumentReading["mrz"] = {
  format: "TD3",
  lines: ["P<UTOAEAEA<<AEAEAE<AEAEAE<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204159ZE184226B<<<<<10"],
  fields: [
    element("primary_identifier", "AEAEA"),
    element("secondary_identifier", "AEAEAE AEAEAE"),
    element("document_number", "L898902C3"),
    element("date_of_birth", "740812"),
    element("date_of_expiry", "320415"),
    element("issuing_state", "UTO"),
    element("nationality", "UTO"),
  ],
  checks: [],
  repairs: [],
};
