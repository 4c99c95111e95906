import type { AddressOrder } from "./addresses.ts";
import type { Arrangement, DateStyle, LabelLanguage } from "./labels.ts";
import type { Holder, SpecimenFormat, ZoneHead } from "./mrz.ts";

/** The layout of an invented issuer's documents. Lengths are millimetres, colours SVG's. */
export interface DocumentTemplate {
  readonly name: string;
  /**
   * Measures are tuned on some templates and reported on others, never on the same. A rule was mended by what
   * was seen on some of those reported on; by those held out none was.
   */
  readonly use: "tuning" | "reporting" | "held out";
  /** The sheet's size, and its zone's form. */
  readonly format: SpecimenFormat;
  /**
   * Over a machine readable zone: values beneath their labels, beside them (`ruled`) or above them
   * (`captioned`). Without one: values numbered as on driving licences.
   */
  readonly layout: "labelled" | "ruled" | "captioned" | "numbered";
  /** An address of several lines in this order; of one line when absent. */
  readonly address?: AddressOrder;
  /** Its own rows and labels; the layout's usual ones when absent. */
  readonly arrangement?: Arrangement;
  /** Its zone's document code and issuing state; an identity card's or passport's of Utopia when absent. */
  readonly zone?: ZoneHead;
  /** A card of two sides: its back has the zone and these values, its front the portrait and the others. */
  readonly behind?: readonly (keyof Holder)[];
  /** Languages of the labels; months and countries are named in the first. */
  readonly languages: readonly [LabelLanguage, ...LabelLanguage[]];
  readonly dates: DateStyle;
  readonly title: string;
  readonly kind: string;
  /** What is printed under the title; SPECIMEN, which live mode finds suspicious, when absent. */
  readonly mark?: string;
  readonly background: "waves" | "rosettes" | "hatching" | "microtext";
  /** What microtext says, where it is not the usual phrase. */
  readonly microtext?: string;
  /** The paper's gradient, and the two inks of its background print. */
  readonly paper: readonly [from: string, to: string];
  readonly print: readonly [string, string];
  readonly ink: string;
  readonly heading: string;
  readonly portrait: { readonly x: number; readonly y: number; readonly width: number };
  /** How much of the portrait's colour is printed, 0..1. */
  readonly portraitColour: number;
  /** Left and right end of the printed fields. */
  readonly fields: { readonly left: number; readonly right: number };
  /** Em size of printed values. */
  readonly valueSize: number;
}

const BLUE = { ink: "#1b2130", heading: "#23366b" };

/** Each format's first template is the one that specimens have unless they ask for another. */
export const TEMPLATES: readonly DocumentTemplate[] = [
  {
    name: "utopia-card",
    use: "tuning",
    format: "TD1",
    layout: "labelled",
    languages: ["en"],
    dates: "dotted",
    title: "UTOPIA",
    kind: "IDENTITY CARD",
    background: "waves",
    paper: ["#eef4f8", "#f6efe4"],
    print: ["#7fa7c9", "#c9a27f"],
    ...BLUE,
    portrait: { x: 4.7, y: 13, width: 19 },
    portraitColour: 0.85,
    fields: { left: 27.7, right: 85.6 },
    valueSize: 2.7,
  },
  {
    name: "utopia-passport",
    use: "tuning",
    format: "TD3",
    layout: "labelled",
    languages: ["en", "fr"],
    dates: "named",
    title: "UTOPIA",
    kind: "PASSPORT",
    background: "waves",
    paper: ["#eef4f8", "#f6efe4"],
    print: ["#7fa7c9", "#c9a27f"],
    ...BLUE,
    portrait: { x: 6.6, y: 13, width: 30 },
    portraitColour: 0.85,
    fields: { left: 40.6, right: 125 },
    valueSize: 2.7,
  },
  {
    name: "utopia-permit",
    use: "tuning",
    format: "TD2",
    layout: "labelled",
    languages: ["de"],
    dates: "dotted",
    title: "UTOPIA",
    kind: "RESIDENCE PERMIT",
    background: "hatching",
    paper: ["#f4e9ec", "#eef2e6"],
    print: ["#c98a9c", "#8fae86"],
    ink: "#241a1e",
    heading: "#6b2340",
    portrait: { x: 5.5, y: 13, width: 27 },
    portraitColour: 0.6,
    fields: { left: 37, right: 105 },
    valueSize: 2.6,
  },
  {
    name: "avalon-card",
    use: "reporting",
    format: "TD1",
    layout: "labelled",
    languages: ["es"],
    dates: "spaced",
    title: "AVALON",
    kind: "IDENTITY CARD",
    background: "rosettes",
    paper: ["#e9f3ea", "#f5f3dc"],
    print: ["#6faf8f", "#b7a85c"],
    ink: "#14251c",
    heading: "#1e5b3c",
    portrait: { x: 62, y: 12.5, width: 18.5 },
    portraitColour: 0.25,
    fields: { left: 5, right: 60 },
    valueSize: 2.5,
  },
  {
    name: "ruritania-permit",
    use: "reporting",
    format: "TD2",
    layout: "labelled",
    languages: ["it", "en"],
    dates: "slashed",
    title: "RURITANIA",
    kind: "RESIDENCE PERMIT",
    background: "microtext",
    paper: ["#efe9f5", "#e6eef5"],
    print: ["#9a86bf", "#7f9fc4"],
    ink: "#1d1830",
    heading: "#43307a",
    portrait: { x: 74, y: 13, width: 26 },
    portraitColour: 1,
    fields: { left: 6, right: 70 },
    valueSize: 2.9,
  },
  {
    name: "lemuria-passport",
    use: "reporting",
    format: "TD3",
    layout: "labelled",
    languages: ["pt", "en"],
    dates: "named",
    title: "LEMURIA",
    kind: "PASSPORT",
    background: "rosettes",
    paper: ["#fbf1dd", "#f3e3d6"],
    print: ["#cf9a5e", "#c27c6a"],
    ink: "#2a1b10",
    heading: "#8a3b1c",
    portrait: { x: 6, y: 12.5, width: 32 },
    portraitColour: 0.9,
    fields: { left: 42.5, right: 122 },
    valueSize: 3,
  },
];

/**
 * Driving licences (Directive 2006/126/EC, Annex I): their fields have numbers for labels, and they have no
 * zone.
 */
export const LICENCES: readonly DocumentTemplate[] = [
  {
    name: "utopia-licence",
    use: "tuning",
    format: "TD1",
    layout: "numbered",
    languages: ["en"],
    dates: "dotted",
    title: "UTOPIA",
    kind: "DRIVING LICENCE",
    background: "waves",
    paper: ["#fbeef2", "#f7f0e2"],
    print: ["#d59bb0", "#c9a27f"],
    ...BLUE,
    portrait: { x: 4.7, y: 15, width: 20 },
    portraitColour: 0.7,
    fields: { left: 28.5, right: 84 },
    valueSize: 2.6,
  },
  {
    name: "avalon-licence",
    use: "reporting",
    format: "TD1",
    layout: "numbered",
    languages: ["es"],
    dates: "slashed",
    title: "AVALON",
    kind: "PERMISO DE CONDUCCION",
    background: "hatching",
    paper: ["#f8eef4", "#eef2f6"],
    print: ["#c493ad", "#93a9c4"],
    ink: "#20141c",
    heading: "#5b1e45",
    portrait: { x: 5, y: 14, width: 21 },
    portraitColour: 0.2,
    fields: { left: 30, right: 84 },
    valueSize: 2.5,
  },
];

/**
 * Cards whose portrait is on the front and whose zone is on the back, with no value of the holder's name or
 * number beside it.
 */
export const TWO_SIDED: readonly DocumentTemplate[] = [
  {
    // As Regulation (EC) 1030/2002 has it since 2017.
    name: "utopia-residence",
    use: "tuning",
    format: "TD1",
    layout: "labelled",
    zone: { code: "IR", issuer: "UTO" },
    behind: ["placeOfBirth", "dateOfIssue", "personalNumber"],
    languages: ["en"],
    dates: "spaced",
    title: "UTOPIA",
    kind: "RESIDENCE PERMIT",
    background: "waves",
    paper: ["#f4e9ec", "#eef2e6"],
    print: ["#c98a9c", "#8fae86"],
    ink: "#241a1e",
    heading: "#6b2340",
    portrait: { x: 4.7, y: 13, width: 22 },
    portraitColour: 0.6,
    fields: { left: 30, right: 84 },
    valueSize: 2.6,
  },
  {
    // As the same regulation had it before: the holder's birth and nationality are on the back.
    name: "ruritania-residence",
    use: "reporting",
    format: "TD1",
    layout: "labelled",
    zone: { code: "AR", issuer: "UTO" },
    behind: ["dateOfBirth", "nationality", "sex", "placeOfBirth", "personalNumber"],
    languages: ["it", "en"],
    dates: "slashed",
    title: "RURITANIA",
    kind: "RESIDENCE PERMIT",
    background: "rosettes",
    paper: ["#efe9f5", "#e6eef5"],
    print: ["#9a86bf", "#7f9fc4"],
    ink: "#1d1830",
    heading: "#43307a",
    portrait: { x: 59, y: 13, width: 22 },
    portraitColour: 1,
    fields: { left: 5, right: 58 },
    valueSize: 2.7,
  },
  {
    // As Regulation (EU) 2019/1157 has it.
    name: "france-card",
    use: "reporting",
    format: "TD1",
    layout: "labelled",
    zone: { code: "ID", issuer: "FRA" },
    behind: ["placeOfBirth", "address", "dateOfIssue", "personalNumber"],
    languages: ["fr", "en"],
    dates: "spaced",
    title: "FRANCE",
    kind: "CARTE NATIONALE D'IDENTITÉ",
    background: "waves",
    paper: ["#e8eef7", "#f6ecec"],
    print: ["#7f9fd0", "#d09a9a"],
    ...BLUE,
    portrait: { x: 4.7, y: 12.5, width: 21 },
    portraitColour: 0.2,
    fields: { left: 29, right: 84 },
    valueSize: 2.5,
  },
];

/** The template that a format's specimens have unless they ask for another. */
export const defaultTemplate = (format: SpecimenFormat): DocumentTemplate =>
  TEMPLATES.find((template) => template.format === format)!;
