import { pathText } from "../received.ts";

/** What is wrong with a text at one place, counted from 1. The words quote nothing of the text. */
interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly words: string;
}

/** A form of text at a place, and what it means there. */
type Forms = readonly (readonly [form: RegExp, words: string])[];

const SPACE = /[ \t\r\n]*/y;
/** A string without its closing quote (RFC 8259 §7). */
const STRING = /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*/uy;
const [QUOTE, COLON, OPENING] = [/"/y, /:/y, /[{[]/y];
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

const IN_STRING: Forms = [
  [/$/y, "it ends early, within a string"],
  [/[\r\n]/y, "a string must not have a line break. Write \\n"],
  [/\t/y, "a string must not have a tab. Write \\t"],
  [/\\/y, "a string has a wrong escape after a backslash. Write a backslash as \\\\"],
  [/(?:)/y, "a string must not have a control character. Write \\u and four digits"],
];
const ANYWHERE: Forms = [
  [/'/y, "JSON has no single quotes. Write double quotes"],
  [/[\u201c-\u201f]/y, "the quotes are typographic. Write straight double quotes"],
  [/\/[/*]|#/y, "JSON has no comments. Remove it"],
  [/,/y, "a comma is surplus, or an entry is missing before it"],
];
const NAME: Forms = [
  [/$/y, "it ends early, and a name or } is missing"],
  ...ANYWHERE,
  [/(?:)/y, "a name must be in double quotes"],
];
const VALUE: Forms = [
  [/$/y, "it ends early, and a value is missing"],
  ...ANYWHERE,
  [/(?:None|nil|undefined)\b/y, "JSON has no `None`, `nil` or `undefined`. Write `null`"],
  [/True\b/y, "JSON has no `True`. Write `true`"],
  [/False\b/y, "JSON has no `False`. Write `false`"],
  [/-?(?:NaN|Infinity)\b/y, "JSON has no `NaN` or `Infinity`. Write a number, or `null`"],
  [/[\w.]+=/y, 'it is the text of a form. Send an object, such as {"name": "value"}'],
  [/object Object\]/y, "it is an object turned into text. Send JSON.stringify(body)"],
  [/[-+.\d]/y, "a number is malformed. Write it as 1, -1, 0.5 or 1e3"],
  [/[}\]:]/y, "a value is missing"],
  [/(?:)/y, "text must be in double quotes. Without them JSON has numbers, true, false and null only"],
];
/** What follows the end of the value. */
const AFTER: Forms = [
  [/}/y, "there is one `}` too many. Remove it"],
  [/]/y, "there is one `]` too many. Remove it"],
  [/(?:)/y, "text follows its end. Send one value"],
];

/** A place in a text, which moves on. */
class Place {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether this form of text is here; moves behind it. */
  take(form: RegExp): boolean {
    form.lastIndex = this.at;
    const found = form.exec(this.#text);
    this.at += found?.[0].length ?? 0;
    return found !== null;
  }

  line(end = this.at): number {
    return this.#text.slice(0, end).split("\n").length;
  }

  fault(words: string, at = this.at): JsonFault {
    return { line: this.line(at), column: at - this.#text.lastIndexOf("\n", at - 1), words };
  }

  /** What the first form that is here means. */
  among(forms: Forms): JsonFault {
    const at = this.at;
    return this.fault(forms.find(([form]) => this.take(form))![1], at);
  }
}

/**
 * Finds the first place at which a text is not JSON; null if it is. `onEntry` gets the dotted path and the
 * line of each member and entry before that.
 */
export function jsonFault(text: string, onEntry?: (path: string, line: number) => void): JsonFault | null {
  const place = new Place(text);
  /** The brackets that close what is open here, and the name or number of the entry in each. */
  const [closing, path]: [string[], (string | number)[]] = [[], []];
  /** `first`: an entry, or the end of what has just opened. */
  let wanted: "first" | "entry" | "value" | "next" = "value";
  for (;;) {
    place.take(SPACE);
    const [sign, bracket] = [text[place.at], closing.at(-1)];
    if (wanted === "next" && bracket === undefined) {
      return sign === undefined ? null : place.among(AFTER);
    }
    if (sign === bracket && sign !== undefined && wanted !== "value") {
      if (wanted === "entry") return place.fault(`remove the comma before \`${bracket}\``);
      closing.pop();
      path.pop();
      place.at++;
      wanted = "next";
    } else if (wanted === "next") {
      if (sign !== ",") return place.among(next(bracket!, text[place.at - 1] === '"'));
      place.at++;
      wanted = "entry";
    } else if (wanted !== "value") {
      const start = place.at;
      if (bracket === "]") path.push(Number(path.pop()) + 1);
      else if (!place.take(STRING)) return place.among(NAME);
      else if (!place.take(QUOTE)) return place.among(IN_STRING);
      else path.splice(-1, 1, JSON.parse(text.slice(start, place.at)));
      onEntry?.(pathText(path), place.line());
      place.take(SPACE);
      if (bracket === "}" && !place.take(COLON)) return place.fault("a colon must follow a name");
      wanted = "value";
    } else if (place.take(OPENING)) {
      closing.push(sign === "{" ? "}" : "]");
      path.push(-1);
      wanted = "first";
    } else {
      const isString = place.take(STRING);
      if (isString && !place.take(QUOTE)) return place.among(IN_STRING);
      if (!isString && !place.take(SCALAR)) return place.among(VALUE);
      wanted = "next";
    }
  }
}

/** What is wrong if neither a comma nor the closing bracket follows an entry. */
const next = (bracket: string, isAfterString: boolean): Forms => [
  [/$/y, `it ends early, and \`${bracket}\` is missing`],
  ...ANYWHERE,
  [
    /\w/y,
    isAfterString
      ? `a comma or \`${bracket}\` is missing, or the quote before is part of the text. Write \\"`
      : `a comma or \`${bracket}\` is missing`,
  ],
  [/(?:)/y, `a comma or \`${bracket}\` is missing`],
];
