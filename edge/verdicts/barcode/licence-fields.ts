import type { FieldKey } from "../../../vocabulary/documents.ts";
import { printedDate } from "../text/dates.ts";
import type { AamvaFile } from "./aamva.ts";
import { issuerWith, QUIRKS } from "./issuers.ts";

/** The values of a barcode, in the API's notation. */
export type BarcodeFields = Readonly<Partial<Record<FieldKey, string>>>;

/** What issuers write for no value. */
const NO_VALUE = /^(?:NONE|UNAVL?|UNAVAILABLE|N\/A|0+)$/i;

const SEXES: Readonly<Record<string, string>> = { "1": "M", "2": "F", "9": "X", M: "M", F: "F", X: "X" };

/** The fields of a licence's barcode. What is empty or impossible is absent. */
export function licenceFields(file: AamvaFile): BarcodeFields {
  const value = (...ids: readonly string[]) =>
    ids.map((id) => file.elements.get(id)).find((found) => found !== undefined && !NO_VALUE.test(found));
  const { last, first, full } = namesOf(file, value);
  const country = value("DCG") ?? issuerWith(file.iin)?.country;
  const fields: Partial<Record<FieldKey, string | null | undefined>> = {
    full_name: full,
    first_name: first,
    last_name: last,
    document_number: value("DAQ")?.toUpperCase(),
    date_of_birth: dateOf(file, value("DBB")),
    date_of_issue: dateOf(file, value("DBD")),
    date_of_expiry: dateOf(file, value("DBA")),
    sex: SEXES[value("DBC")?.toUpperCase() ?? ""],
    issuing_country: country !== undefined && /^[A-Z]{3}$/.test(country) ? country : undefined,
    address: addressOf(value),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, found]) => found != null && found !== ""));
}

type Value = (...ids: readonly string[]) => string | undefined;

interface Names {
  readonly last?: string | undefined;
  readonly first?: string | undefined;
  readonly full?: string | undefined;
}

/**
 * Names: parts from version 2 on, of which given names are one element until version 3; before that one full
 * name, surname first, in which commas part the names.
 */
function namesOf({ iin, elements }: AamvaFile, value: Value): Names {
  const last = value("DCS", "DAB");
  if (last !== undefined) {
    const middle = value("DAD");
    const given = value("DAC") ?? value("DCT")?.replace(/\s*,\s*/g, " ");
    const first = [given, middle === last ? undefined : middle]
      .filter((name) => name !== undefined)
      .join(" ");
    return { last, first, full: [first, last].filter((name) => name !== "").join(" ") };
  }
  const whole = elements.get("DAA");
  if (whole === undefined) return {};
  if (whole.includes(",")) {
    const [surname = "", ...given] = whole.split(",").map((name) => name.trim());
    const first = given.filter((name) => name !== "").join(" ");
    return { last: surname, first, full: [first, surname].filter((name) => name !== "").join(" ") };
  }
  if (!QUIRKS.givenFirst.has(iin)) return { full: whole };
  const words = whole.split(/\s+/);
  return { last: words.at(-1), first: words.slice(0, -1).join(" "), full: whole };
}

/**
 * Month first in the United States from version 2 on, else year first. Issuers mix them up: if one order
 * gives no date, the other counts.
 */
function dateOf({ iin, version, elements }: AamvaFile, text: string | undefined): string | null {
  const digits = text?.replace(/[-/]/g, "") ?? "";
  if (!/^\d{8}$/.test(digits)) return null;
  const country = elements.get("DCG") ?? issuerWith(iin)?.country;
  const yearFirst = day(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6));
  const monthFirst = day(digits.slice(4), digits.slice(0, 2), digits.slice(2, 4));
  return version >= 2 && country === "USA" ? (monthFirst ?? yearFirst) : (yearFirst ?? monthFirst);
}

const day = (year: string, month: string, date: string): string | null =>
  /^(?:19|20|21)/.test(year) ? printedDate(`${year}-${month}-${date}`) : null;

/** Street, further line, city, and jurisdiction with the postal code; absent without a street. */
function addressOf(value: Value): string | undefined {
  const street = value("DAG", "DAL");
  if (street === undefined) return undefined;
  const postal = value("DAK", "DAP")
    ?.replace(/^(\d{5})-?(?:0000)?$/, "$1")
    .replace(/^(\d{5})(\d{4})$/, "$1-$2");
  const place = [value("DAJ", "DAO"), postal].filter((part) => part !== undefined).join(" ");
  const parts = [street, value("DAH", "DAM"), value("DAI", "DAN"), place];
  return parts.filter((part) => part !== undefined && part !== "").join(", ");
}
