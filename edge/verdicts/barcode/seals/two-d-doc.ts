import type { FieldKey } from "../../../../vocabulary/documents.ts";
import { DAY_MS } from "../../../core/clock.ts";
import { isoOfAlpha2 } from "../../text/country-names.ts";
import { isoDay, printedDate } from "../../text/dates.ts";
import type { BarcodeFields } from "../licence-fields.ts";
import { base32 } from "./encodings.ts";
import { mrzTextFields } from "./mrz-text.ts";
import type { Seal } from "./seal.ts";

/**
 * 2D-Doc of France (ANTS, Spécifications techniques du 2D-Doc), versions 1 to 4 in text: a header, data
 * elements, and a signature over both after a unit separator.
 */
const HEADER =
  /^DC0(?<version>[1-4])(?<ca>[A-Z]{2}[A-Z0-9]{2})(?<certificate>[A-Z0-9]{4})(?<issued>[0-9A-F]{4})(?<signed>[0-9A-F]{4})[A-Z0-9]{2}/;
/** What follows the header's part that all versions have: the perimeter, and the issuing country. */
const PERIMETER = 2;
const MORE: Readonly<Record<string, number>> = { "1": 0, "2": 0, "3": PERIMETER, "4": PERIMETER + 2 };

const GROUP = "\x1d";
const TRUNCATED = "\x1e";
const UNIT = "\x1f";

/** No date. */
const NONE = "FFFF";
const FIRST_DAY = Date.UTC(2000, 0, 1);

/**
 * The lengths of data elements, of all documents (0…) and of evidence of identity (6…): exactly, or at most.
 * An element of fixed length, or of its greatest length, has no separator behind it. What follows another
 * element is not read.
 */
const LENGTHS: ReadonlyMap<string, { readonly isFixed: boolean; readonly most: number }> = new Map(
  `01< 02< 03< 04< 05< 06=6 07=6 08=4 09=4 0A=9 0B=9 0C<
  60<60 61<20 62<38 63<38 64<38 65=2 66<20 67=2 68=1 69=8 6A<32 6B=3 6C=2 6D<60 6E<60 6F<90 6G<38 6H<10 6I=2
  6J=1 6K=19 6L=8 6M<40 6N=8 6O=8 6P<40 6Q<10 6R=12 6S<38 6T<38 6U<38 6V<38 6W=5 6X<32 6Y=2 6Z<11`
    .split(/\s+/)
    .map((entry) => {
      const most = entry.slice(3);
      return [entry.slice(0, 2), { isFixed: entry[2] === "=", most: most === "" ? Infinity : Number(most) }];
    }),
);

/** Reads a seal; null for other content. Never throws. */
export function parse2dDoc(content: Uint8Array): Seal | null {
  const text = Array.from(content, (byte) => String.fromCharCode(byte)).join("");
  const header = HEADER.exec(text)?.groups;
  const end = text.indexOf(UNIT);
  if (header === undefined || end < 0) return null;
  const { version, ca, certificate, issued, signed } = header as Record<string, string>;
  const shared = HEADER.exec(text)![0].length;
  const start = shared + MORE[version!]!;
  // Behind a separator an annex may follow, which is not signed.
  const signature = base32(text.slice(end + 1).split(GROUP, 1)[0]!);
  if (signature === null || start > end) return null;
  const country = text.slice(shared + PERIMETER, start);
  const signedOn = dayOf(signed!);
  return {
    kind: "2d_doc",
    anchorKind: "2ddoc",
    issuingState: country === "" ? null : isoOfAlpha2(country),
    signer: ca!,
    certificate: certificate!,
    signedOn,
    fields: fieldsOf(elementsIn(text.slice(start, end)), dayOf(issued!) ?? signedOn),
    signedBytes: content.subarray(0, end),
    signature,
    digest: null,
    embedded: null,
  };
}

/** The day so many days after the first of January 2000, in hex; null for none. */
const dayOf = (days: string): string | null =>
  days === NONE ? null : isoDay(new Date(FIRST_DAY + DAY_MS * Number.parseInt(days, 16)));

/** The data elements by their identifiers. */
function elementsIn(message: string): Map<string, string> {
  const elements = new Map<string, string>();
  for (let at = 0; at + 2 <= message.length; ) {
    const id = message.slice(at, at + 2);
    const length = LENGTHS.get(id);
    if (length === undefined) break;
    at += 2;
    const rest = message.slice(at, at + length.most);
    const value = length.isFixed ? rest : rest.split(/\p{Cc}/u, 1)[0]!;
    at += value.length;
    if (message[at] === GROUP || message[at] === TRUNCATED) at++;
    if (!elements.has(id)) elements.set(id, value.trim());
  }
  return elements;
}

/** `day`: ISO 8601, by which two-digit years are read; null if the header has none. */
function fieldsOf(elements: ReadonlyMap<string, string>, day: string | null): BarcodeFields {
  const value = (...ids: readonly string[]) => ids.map((id) => elements.get(id)).find((found) => found);
  const first = value("60", "61")?.replaceAll("/", " ");
  const last = value("62", "6G");
  const own: Partial<Record<FieldKey, string | null | undefined>> = {
    full_name: first && last && `${first} ${last}`,
    first_name: first,
    last_name: last,
    document_number: value("66"),
    date_of_birth: digitsDate(value("69")),
    date_of_expiry: digitsDate(value("6O")) ?? hexDay(value("08")),
    sex: value("68"),
    nationality: alpha3(value("67")),
    issuing_country: alpha3(value("6I")),
    place_of_birth: value("6A"),
  };
  const known = Object.entries(own).filter(([, found]) => found != null && found !== "");
  const mrz = value("6F");
  const coded = mrz === undefined || day === null ? {} : mrzTextFields(mrz, false, Date.parse(day));
  return { ...coded, ...Object.fromEntries(known) };
}

const alpha3 = (code: string | undefined) => (code === undefined ? null : isoOfAlpha2(code));

const hexDay = (days: string | undefined) =>
  days !== undefined && /^[0-9A-F]{4}$/.test(days) ? dayOf(days) : null;

/** Day, month and year. */
const digitsDate = (digits: string | undefined): string | null =>
  digits !== undefined && /^\d{8}$/.test(digits)
    ? printedDate(`${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`)
    : null;
