import type { Holder } from "./mrz.ts";

/** Who issues a licence: its number among issuers, its code, its country, and how it writes dates. */
export interface LicenceIssuer {
  readonly iin: string;
  readonly code: string;
  readonly name: string;
  readonly country: "USA" | "CAN";
}

/** Issuers whose cards are drawn, by their numbers as AAMVA publishes them. */
export const LICENCE_ISSUERS = [
  { iin: "636014", code: "CA", name: "CALIFORNIA", country: "USA" },
  { iin: "636010", code: "FL", name: "FLORIDA", country: "USA" },
  { iin: "636001", code: "NY", name: "NEW YORK", country: "USA" },
  { iin: "636015", code: "TX", name: "TEXAS", country: "USA" },
  { iin: "636012", code: "ON", name: "ONTARIO", country: "CAN" },
  { iin: "604432", code: "AB", name: "ALBERTA", country: "CAN" },
] as const satisfies readonly LicenceIssuer[];

/** A licence's elements by their identifiers (AAMVA DL/ID Card Design Standard 2020, annex D.12.5). */
type LicenceElements = Readonly<Record<string, string>>;

/** The elements of a holder's licence. */
export function licenceElements(holder: Holder, issuer: LicenceIssuer): LicenceElements {
  const [first = "", ...middle] = holder.givenNames.split(" ");
  const [street = "", city = ""] = holder.address.split(", ");
  const date = (iso: string) => dateText(iso, issuer);
  return {
    DAQ: holder.documentNumber,
    DCS: holder.surname,
    DDE: "N",
    DAC: first,
    DDF: "N",
    DAD: middle.join(" ") || "NONE",
    DDG: "N",
    DCA: "D",
    DCB: "NONE",
    DCD: "NONE",
    DBD: date(holder.dateOfIssue),
    DBB: date(holder.dateOfBirth),
    DBA: date(holder.dateOfExpiry),
    DBC: { M: "1", F: "2", X: "9" }[holder.sex],
    DAU: issuer.country === "USA" ? "068 in" : "173 cm",
    DAY: "BRO",
    DAG: street,
    DAI: city,
    DAJ: issuer.code,
    DAK: issuer.country === "USA" ? "902230000  " : "N1M 3J6    ",
    DCF: `${holder.personalNumber}${issuer.iin}`,
    DCG: issuer.country,
    DAW: "180",
    DAZ: "BRO",
    DCK: "12345678900000000000",
    DDB: date("2023-08-24"),
    DDK: "1",
  };
}

const dateText = (iso: string, { country }: LicenceIssuer): string => {
  const [year, month, day] = iso.split("-");
  return country === "USA" ? `${month}${day}${year}` : `${year}${month}${day}`;
};

/** The content of the barcode with a licence's subfile and one of the issuer's own (annex D.12.3). */
export function licenceBarcode(elements: LicenceElements, { iin, code }: LicenceIssuer): string {
  const rows = Object.entries(elements).map(([id, value]) => `${id}${value}`);
  const own = `Z${code[0]}`;
  const subfiles = [`DL${rows.join("\n")}\r`, `${own}${own}A01\r`];
  const head = `@\n\x1e\rANSI ${iin}1001${two(subfiles.length)}`;
  let at = head.length + 10 * subfiles.length;
  const directory = subfiles.map((subfile) => {
    const entry = `${subfile.slice(0, 2)}${four(at)}${four(subfile.length)}`;
    at += subfile.length;
    return entry;
  });
  return head + directory.join("") + subfiles.join("");
}

const two = (number: number) => String(number).padStart(2, "0");
const four = (number: number) => String(number).padStart(4, "0");
