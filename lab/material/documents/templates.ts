import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AddressOrder } from "./addresses.ts";
import type { Arrangement, DateStyle, LabelLanguage } from "./labels.ts";
import type { Holder, MrzHead, SpecimenFormat } from "./mrz.ts";

/** The layout of an invented issuer's documents. Lengths are millimetres, colours SVG's. */
export interface DocumentTemplate {
  readonly name: string;
  /**
   * Detectors are tuned on some templates and reported on others, never on the same. One rule was corrected
   * after errors on some of the reporting templates; on those held out, none was.
   */
  readonly use: "tuning" | "reporting" | "held out";
  /** The sheet's size, and its MRZ's form. */
  readonly format: SpecimenFormat;
  /**
   * Over an MRZ: values beneath their labels, beside them (`ruled`) or above them (`captioned`). Without one:
   * values numbered as on driving licences.
   */
  readonly layout: "labelled" | "ruled" | "captioned" | "numbered";
  /** An address of several lines in this order; of one line when absent. */
  readonly address?: AddressOrder;
  /** Its own rows and labels; the layout's usual ones when absent. */
  readonly arrangement?: Arrangement;
  /** Its MRZ's document code and issuing state; an identity card's or passport's of Utopia when absent. */
  readonly mrz?: MrzHead;
  /** A card of two sides: its back has the MRZ and these values, its front the portrait and the others. */
  readonly behind?: readonly (keyof Holder)[];
  /** Languages of the labels; months and countries are named in the first. */
  readonly languages: readonly [LabelLanguage, ...LabelLanguage[]];
  readonly dates: DateStyle;
  readonly title: string;
  readonly kind: string;
  /** Text under the title; default: SPECIMEN, which live mode finds suspicious. */
  readonly mark?: string;
  readonly background: "waves" | "rosettes" | "hatching" | "microtext";
  /** Text of the microprint, if it is not the usual phrase. */
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

const [HEADER, ...ROWS] = readFileSync(join(import.meta.dirname, "templates.csv"), "utf8")
  .trim()
  .split("\n")
  .map((row) => row.split(","));

/** Cells that print a property unchanged; an empty one is absent. */
const AS_THEY_STAND: readonly string[] = [
  ...["name", "use", "format", "layout", "address", "dates", "title", "kind", "background", "microtext"],
  ...["ink", "heading"],
];

const listOf = (cell: string) => cell.split(" ");
const numbersOf = (cell: string) => listOf(cell).map(Number);

/** The templates of a group. A list within a cell is parted by spaces. */
function groupOf(group: string): readonly DocumentTemplate[] {
  const rows = ROWS.filter(([first]) => first === group);
  return rows.map((row) => {
    const cells = Object.fromEntries(HEADER!.map((name, i) => [name, row[i]!]));
    const [x, y, width] = numbersOf(cells.portrait!);
    const [left, right] = numbersOf(cells.fields!);
    const [code, issuer] = listOf(cells.mrz!);
    return {
      ...Object.fromEntries(Object.entries(cells).filter(([name, cell]) => isProperty(name, cell))),
      ...(cells.mrz !== "" && { mrz: { code, issuer } }),
      ...(cells.behind !== "" && { behind: listOf(cells.behind!) }),
      languages: listOf(cells.languages!),
      paper: listOf(cells.paper!),
      print: listOf(cells.print!),
      portrait: { x, y, width },
      portraitColour: Number(cells.colour),
      fields: { left, right },
      valueSize: Number(cells.size),
    } as unknown as DocumentTemplate;
  });
}

const isProperty = (name: string, cell: string) => AS_THEY_STAND.includes(name) && cell !== "";

/** Each format's first template is the one that specimens have unless they ask for another. */
export const TEMPLATES = groupOf("plain");

/**
 * Driving licences (Directive 2006/126/EC, Annex I): their fields have numbers for labels, and they have no
 * MRZ.
 */
export const LICENCES = groupOf("licence");

/**
 * Cards whose portrait is on the front and whose MRZ is on the back, with no value of the holder's name or
 * number beside it: as Regulation (EC) 1030/2002 has it since 2017, as it had it before, and as Regulation
 * (EU) 2019/1157 has it.
 */
export const TWO_SIDED = groupOf("two sides");

/** Layouts with addresses of several lines, each in the order of another country. */
export const ADDRESSED = groupOf("addressed");

/**
 * No rule was ever made on these. From graustark to latveria on 2026-11-25, when the rules were final;
 * genovia and markovia later that day, before the search for values with unreadable labels.
 */
export const HELD_OUT = groupOf("held out");

/** The template that a format's specimens have unless they ask for another. */
export const defaultTemplate = (format: SpecimenFormat): DocumentTemplate =>
  TEMPLATES.find((template) => template.format === format)!;
