import { between, pick, type Random, seededRandom } from "../random.ts";
import { type Arrangement, LANGUAGES, labelOf, type PrintedProperty } from "./labels.ts";
import type { Holder, SpecimenFormat } from "./mrz.ts";
import { inventHolder } from "./specimen.ts";
import type { DocumentTemplate } from "./templates.ts";

/** Paper, background print and inks of invented issuers. */
export const PAPERS = [
  { paper: ["#eef4f8", "#f6efe4"], print: ["#7fa7c9", "#c9a27f"], ink: "#1b2130", heading: "#23366b" },
  { paper: ["#f2f5e9", "#e8f0ee"], print: ["#a8bf8f", "#8fb3b0"], ink: "#16211a", heading: "#1e5b3c" },
  { paper: ["#f7eaf0", "#f0eee0"], print: ["#cf93ab", "#b8b07a"], ink: "#221018", heading: "#7a1f46" },
  { paper: ["#f3efe2", "#e4ecef"], print: ["#bda77a", "#86a9b8"], ink: "#1c1a16", heading: "#6a4b12" },
] as const;
const KINDS: Readonly<Record<SpecimenFormat, string>> = {
  TD1: "IDENTITY CARD",
  TD2: "RESIDENCE PERMIT",
  TD3: "PASSPORT",
};
/** Left and right end of a sheet's print, and the portrait's width. */
const SHEETS = {
  TD1: { left: 5, right: 83, portrait: 18.5 },
  TD2: { left: 5.5, right: 102, portrait: 24 },
  TD3: { left: 6.5, right: 122, portrait: 29 },
} as const;

const PLACES = [
  "NORTHAVEN",
  "PORT ELISE",
  "SANTA MIRA",
  "BAD ELLINGEN",
  "SAINT-VARENNE",
  "MÜHLHOFEN",
  "ORESK, KALDOR",
  "LO",
  "VELDEN AM SEE",
  "CÓRBOLA",
];
const AUTHORITIES = ["CITY OF BREMEL", "KALDOR", "PREFECTURE", "INTERIOR", "PREFECTURE 12"];
const EYES = ["BROWN", "BLUE", "GREEN", "GREY"];

/** A unique layout for each seed, over an MRZ, and a holder of it. */
export function inventDocument(seed: number): {
  readonly template: DocumentTemplate;
  readonly holder: Holder;
} {
  const random = seededRandom(seed);
  const template = inventTemplate(seed, random);
  return { template, holder: { ...inventHolder(seed, template), placeOfBirth: pick(random, PLACES) } };
}

function inventTemplate(seed: number, random: Random): DocumentTemplate {
  const format = pick(random, ["TD1", "TD2", "TD3"] as const);
  const { left, right, portrait } = SHEETS[format];
  const isPortraitLeft = random() < 0.5;
  const fields = isPortraitLeft
    ? { left: left + portrait + 4, right }
    : { left, right: right - portrait - 3 };
  // Ten rows of one column have no room on a card.
  const layout = pick(random, ["labelled", "captioned", format === "TD1" ? "labelled" : "ruled"] as const);
  const languages = inventLanguages(random);
  const address = pick(random, ["number first", "number last", "town first", "four lines"] as const);
  const base = {
    name: `invented-${seed}`,
    use: "held out",
    format,
    address,
    dates: pick(random, ["dotted", "slashed", "spaced", "named", "year first"] as const),
    title: "INVENTIA",
    kind: KINDS[format],
    background: pick(random, ["waves", "rosettes", "hatching", "microtext"] as const),
    ...pick(random, PAPERS),
    portrait: { x: isPortraitLeft ? left : right - portrait, y: 13, width: portrait },
    portraitColour: between(random, 0.2, 1),
    fields,
    valueSize: format === "TD1" ? between(random, 2.2, 2.5) : between(random, 2.3, 2.8),
  } as const;
  const arrangement = arrange(random, format, layout, fields.right - fields.left);
  return fitted({ ...base, layout, languages, arrangement });
}

function inventLanguages(random: Random): DocumentTemplate["languages"] {
  const first = pick(random, LANGUAGES);
  const others = LANGUAGES.filter((each) => each !== first);
  return random() < 0.3 ? [first] : [first, pick(random, others)];
}

function arrange(
  random: Random,
  format: SpecimenFormat,
  layout: "labelled" | "captioned" | "ruled",
  width: number,
): Arrangement {
  const keys = inventOrder(random, format);
  const isSingle = layout === "ruled";
  return {
    rows: isSingle ? keys.map((key) => [key]) : inPairs(keys),
    column: width < 55 ? 0.52 : between(random, 0.46, 0.56),
    label: {
      size: between(random, 1.5, 1.9),
      fill: pick(random, ["#44506b", "#3a3a3a", "#5a3c17", "#23366b"]),
      inCapitals: random() < 0.25,
      mark: pick(random, ["", "", ":"]),
      joint: pick(random, [" / ", "/", " "]),
    },
    hasSmallLetters: random() < 0.25,
    texts: { authority: pick(random, AUTHORITIES), eyes: pick(random, EYES) },
  };
}

/** Names first, then the holder's birth, then the document, as most issuing states have it. */
function inventOrder(random: Random, format: SpecimenFormat): PrintedProperty[] {
  const hasRoom = format !== "TD1";
  const born: PrintedProperty[] = ["nationality", "sex", "dateOfBirth"];
  const issued: PrintedProperty[] = ["personalNumber", "dateOfIssue", "dateOfExpiry"];
  if (random() < 0.85) born.push("placeOfBirth");
  if (hasRoom && random() < 0.5) born.push("eyes");
  if (hasRoom && random() < 0.7) issued.push("authority");
  const [number, address]: PrintedProperty[][] = [["documentNumber"], hasRoom ? ["address"] : []];
  const isNumberFirst = random() < 0.3;
  return [
    ...(isNumberFirst ? number! : []),
    ...(random() < 0.9 ? (["surname", "givenNames"] as const) : (["givenNames", "surname"] as const)),
    ...shuffled(random, born),
    ...shuffled(random, isNumberFirst ? issued : [...issued, ...number!]),
    ...address!,
  ];
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const keyed = list.map((each) => ({ each, rank: random() }));
  return keyed.sort((a, b) => a.rank - b.rank).map(({ each }) => each);
}

const inPairs = (keys: readonly PrintedProperty[]): PrintedProperty[][] =>
  keys.flatMap((_, i) => (i % 2 === 0 ? [keys.slice(i, i + 2)] : []));

/** Labels in as many languages as fit before the next column: no issuer prints over a value. */
function fitted(template: DocumentTemplate): DocumentTemplate {
  const { languages, arrangement, fields, layout } = template;
  const { rows, column, label } = arrangement!;
  const room = (fields.right - fields.left) * column - 1.5;
  const beside =
    layout === "ruled" ? rows.flat() : rows.filter(({ length }) => length > 1).map(([key]) => key!);
  const widest = Math.max(...beside.map((key) => labelOf(key, languages, label.joint).length));
  const width = widest * label.size * (label.inCapitals ? 0.68 : 0.58);
  if (width <= room) return template;
  if (languages.length > 1) return fitted({ ...template, languages: [languages[0]] });
  return { ...template, arrangement: { ...arrangement!, label: { ...label, size: 1.5, inCapitals: false } } };
}
