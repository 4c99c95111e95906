import { nearestName } from "../edge/http/received.ts";
import { mistypedName } from "../vocabulary/edit-distance.ts";

/** Reads the text of an option. Throws `WrongValueError`. */
export type Form<T> = (text: string) => T;

/** The text of an option has another form. The message says which one it must have: `must be …, not …`. */
export class WrongValueError extends Error {}

/** A text that may be shown: neither a secret nor personal data looks like one of our words. */
const SHOWN = /^[\w.,:/+-]{1,60}$/;

/** What was received, if it may be shown. */
export const notText = (text: string): string =>
  text === "" ? ". It is empty" : SHOWN.test(text) ? `, not \`${text}\`` : "";

/** One of these words. */
export const wordOf =
  <Word extends string>(words: readonly Word[]): Form<Word> =>
  (text) => {
    const word = words.find((each) => each === text);
    if (word !== undefined) return word;
    const listed = words.length === 2 ? words.join(" or ") : `one of ${words.join(", ")}`;
    throw new WrongValueError(`must be ${listed}${notText(text)}${meantText([text], words)}`);
  };

/** Some of these words, with commas between them. */
export const wordsOf =
  <Word extends string>(words: readonly Word[]): Form<Word[]> =>
  (text) => {
    const given = parts(text);
    const unknown = given.filter((each) => !words.some((word) => word === each));
    if (unknown.length === 0) return words.filter((word) => given.includes(word));
    const all = unknown.find((each) => ALL.includes(each));
    const advice =
      all === undefined
        ? `${notText(unknown.join(","))}${meantText(unknown, words)}`
        : `, not \`${all}\`. For all of them, list each`;
    throw new WrongValueError(`must be some of ${words.join(", ")}${advice}`);
  };

/** What other programs take for every word. */
const ALL = ["*", "all", "any"];

/** Entries with commas between them. `rule`: what each must be. `read` returns null for a wrong one. */
export const listOf =
  <T>(rule: string, read: (entry: string) => T | null): Form<T[]> =>
  (text) => {
    const entries = parts(text).map((entry) => ({ entry, value: read(entry) }));
    const wrong = entries.filter(({ value }) => value === null).map(({ entry }) => entry);
    if (wrong.length === 0) return entries.map(({ value }) => value!);
    throw new WrongValueError(`must be ${rule}${notText(wrong.join(","))}`);
  };

const parts = (text: string) => text.split(",").map((part) => part.trim());

function meantText(given: readonly string[], words: readonly string[]): string {
  const meant = given
    // A near word of the list is likelier than what another service calls one of them: faces for face.
    .map((each) => mistypedName(each, words) ?? nearestName(each, words))
    .filter((each) => each !== undefined);
  return meant.length === 0 ? "" : `. Did you mean ${meant.join(", ")}?`;
}

/** A whole number from `least` to `most`. */
export const wholeFrom =
  (least: number, most: number): Form<number> =>
  (text) =>
    whole(text, least, most, "");

/** Null for `none`. */
export const wholeOrNone =
  (least: number, most: number): Form<number | null> =>
  (text) =>
    text === "none" ? null : whole(text, least, most, " or none");

function whole(text: string, least: number, most: number, or: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  const range = most === MOST ? (least === 0 ? "" : ` from ${least}`) : ` from ${least} to ${most}`;
  throw new WrongValueError(`must be a whole number${range}${or}${notText(text)}`);
}

/** Of a number without an upper bound. */
export const MOST = Number.MAX_SAFE_INTEGER;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A time in ISO 8601 with its offset, in milliseconds since the epoch. */
export const time: Form<number> = (text) => {
  const at = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new WrongValueError(`must be a time with its offset, such as 2027-01-31T12:00:00Z${notText(text)}`);
};

/** Such a time that is still to come. */
export const futureTime: Form<number> = (text) => {
  const at = time(text);
  if (at > Date.now()) return at;
  throw new WrongValueError(`must be in the future${notText(text)}`);
};

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** An address for mail, in lower case. What was received is personal data. */
export const address: Form<string> = (text) => {
  if (ADDRESS.test(text)) return text.toLowerCase();
  throw new WrongValueError("must be an email address, such as ada@example.com");
};

/** One line of 1 to `most` printable characters. What was received may be a person's name. */
export const lineUpTo =
  (most: number): Form<string> =>
  (text) => {
    const line = text.trim();
    if (line.length > 0 && line.length <= most && !/[\p{C}\p{Zl}\p{Zp}]/u.test(line)) return line;
    const size = line.length > most || line.length === 0 ? `, not ${line.length}` : "";
    throw new WrongValueError(`must be 1 to ${most} printable characters on one line${size}`);
  };
