import type { SpecimenFormat } from "./specimen-mrz.ts";

/** How an invented issuer prints its documents. Lengths are millimetres, colours SVG's. */
export interface DocumentTemplate {
  readonly name: string;
  /** Measures are tuned on some templates and reported on others, never on the same. */
  readonly use: "tuning" | "reporting";
  readonly format: SpecimenFormat;
  readonly title: string;
  readonly kind: string;
  readonly background: "waves" | "rosettes" | "hatching" | "microtext";
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
    title: "RURITANIA",
    kind: "RESIDENCE PERMIT",
    background: "microtext",
    paper: ["#efe9f5", "#e6eef5"],
    print: ["#9a86bf", "#7f9fc4"],
    ink: "#1d1830",
    heading: "#43307a",
    portrait: { x: 72, y: 13, width: 26 },
    portraitColour: 1,
    fields: { left: 6, right: 70 },
    valueSize: 2.9,
  },
  {
    name: "lemuria-passport",
    use: "reporting",
    format: "TD3",
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

/** The template that a format's specimens have unless they ask for another. */
export const defaultTemplate = (format: SpecimenFormat): DocumentTemplate =>
  TEMPLATES.find((template) => template.format === format)!;
