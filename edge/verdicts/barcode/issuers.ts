import { lettersOf } from "../text/letters.ts";

/** Who issues licences, by the issuer identification number in their barcodes. */
export interface Issuer {
  /** Postal code of the state, province or territory; null for a department of a federal government. */
  readonly code: string | null;
  /** ISO 3166 alpha-3. */
  readonly country: "USA" | "CAN" | "MEX";
  /** As printed, in capitals without accents. */
  readonly name: string;
}

/** AAMVA's list of issuer identification numbers (aamva.org/identity, 2023-12-29). */
const LIST = `
604426 CAN PE PRINCE EDWARD ISLAND|604427 USA AS AMERICAN SAMOA|604428 CAN QC QUEBEC
604429 CAN YT YUKON|604430 USA MP NORTHERN MARIANA ISLANDS|604431 USA PR PUERTO RICO
604432 CAN AB ALBERTA|604433 CAN NU NUNAVUT|604434 CAN NT NORTHWEST TERRITORIES
636000 USA VA VIRGINIA|636001 USA NY NEW YORK|636002 USA MA MASSACHUSETTS|636003 USA MD MARYLAND
636004 USA NC NORTH CAROLINA|636005 USA SC SOUTH CAROLINA|636006 USA CT CONNECTICUT
636007 USA LA LOUISIANA|636008 USA MT MONTANA|636009 USA NM NEW MEXICO|636010 USA FL FLORIDA
636011 USA DE DELAWARE|636012 CAN ON ONTARIO|636013 CAN NS NOVA SCOTIA|636014 USA CA CALIFORNIA
636015 USA TX TEXAS|636016 CAN NL NEWFOUNDLAND AND LABRADOR|636017 CAN NB NEW BRUNSWICK
636018 USA IA IOWA|636019 USA GU GUAM|636020 USA CO COLORADO|636021 USA AR ARKANSAS
636022 USA KS KANSAS|636023 USA OH OHIO|636024 USA VT VERMONT|636025 USA PA PENNSYLVANIA
636026 USA AZ ARIZONA|636027 USA - STATE DEPARTMENT|636028 CAN BC BRITISH COLUMBIA|636029 USA OR OREGON
636030 USA MO MISSOURI|636031 USA WI WISCONSIN|636032 USA MI MICHIGAN|636033 USA AL ALABAMA
636034 USA ND NORTH DAKOTA|636035 USA IL ILLINOIS|636036 USA NJ NEW JERSEY|636037 USA IN INDIANA
636038 USA MN MINNESOTA|636039 USA NH NEW HAMPSHIRE|636040 USA UT UTAH|636041 USA ME MAINE
636042 USA SD SOUTH DAKOTA|636043 USA DC DISTRICT OF COLUMBIA|636044 CAN SK SASKATCHEWAN
636045 USA WA WASHINGTON|636046 USA KY KENTUCKY|636047 USA HI HAWAII|636048 CAN MB MANITOBA
636049 USA NV NEVADA|636050 USA ID IDAHO|636051 USA MS MISSISSIPPI|636052 USA RI RHODE ISLAND
636053 USA TN TENNESSEE|636054 USA NE NEBRASKA|636055 USA GA GEORGIA|636056 MEX CU COAHUILA
636057 MEX HL HIDALGO|636058 USA OK OKLAHOMA|636059 USA AK ALASKA|636060 USA WY WYOMING
636061 USA WV WEST VIRGINIA|636062 USA VI VIRGIN ISLANDS`;

const ISSUERS: ReadonlyMap<string, Issuer> = new Map(
  LIST.split(/[\n|]/).flatMap((row) => {
    const match = /^(\d{6}) (USA|CAN|MEX) (\S+) (.+)$/.exec(row);
    if (match === null) return [];
    const [, iin, country, code, name] = match as unknown as [
      string,
      string,
      Issuer["country"],
      string,
      string,
    ];
    return [[iin, { country, code: code === "-" ? null : code, name }] as const];
  }),
);

/** The issuer with a number; undefined for a number that is not on the list. */
export const issuerWith = (iin: string): Issuer | undefined => ISSUERS.get(QUIRKS.numbers[iin] ?? iin);

const BY_NAME: ReadonlyMap<string, string> = new Map(
  [...ISSUERS.values()].flatMap(({ code, name }) =>
    code === null ? [] : [[lettersOf(name), code] as const],
  ),
);

/** What stands behind a jurisdiction's name in the title of its cards. */
const BEHIND =
  /(?:USA|CANADA)?(?:(?:ENHANCED|COMMERCIAL)?(?:DRIVERS?LICEN[SC]E|IDENTIFICATIONCARD|PERMISDECONDUIRE))?$/;

/** The code of the jurisdiction whose name is all that a line says, as the title of its cards. */
export const jurisdictionNamed = (line: string): string | undefined =>
  BY_NAME.get(
    lettersOf(line)
      .replace(/^(?:THE)?(?:STATE|COMMONWEALTH|PROVINCE)OF/, "")
      .replace(BEHIND, ""),
  );

/** What may differ from the standard in a genuine barcode. */
type Deviation = "file_type" | "number_of_entries" | "directory" | "issuer_number";

/**
 * Deviations of genuine cards, each with its public source. What a jurisdiction's cards are known to do is no
 * finding; anything else is.
 */
export const QUIRKS: {
  /** Numbers on genuine cards that stand for others. */
  readonly numbers: Readonly<Record<string, string>>;
  /** Issuers that put given names first in a full name without commas. */
  readonly givenFirst: ReadonlySet<string>;
  readonly deviations: readonly {
    readonly iin: string;
    readonly allowed: readonly Deviation[];
    readonly source: string;
  }[];
} = {
  // North Carolina, version 1: github.com/c0shea/IdParser/issues/32.
  numbers: { "360040": "636004" },
  // Pennsylvania, version 1: IdParser's sample of Pennsylvania.
  givenFirst: new Set(["636025"]),
  deviations: [
    {
      iin: "360040",
      allowed: ["file_type", "number_of_entries", "directory", "issuer_number"],
      source: "github.com/c0shea/IdParser/issues/32",
    },
    { iin: "636003", allowed: ["file_type"], source: "github.com/c0shea/IdParser/issues/24" },
    { iin: "636006", allowed: ["file_type"], source: "IdParser's sample of Connecticut" },
    { iin: "636005", allowed: ["directory"], source: "IdParser's sample of South Carolina" },
    { iin: "636012", allowed: ["directory"], source: "github.com/rechner/py-aamva/issues/2" },
    { iin: "604432", allowed: ["directory"], source: "IdParser's sample of Alberta" },
    {
      iin: "636035",
      allowed: ["directory", "number_of_entries"],
      source: "github.com/c0shea/IdParser/issues/29",
    },
    { iin: "636060", allowed: ["directory"], source: "IdParser's sample of Wyoming" },
  ],
};

/** Whether an issuer's genuine cards deviate so. */
export const mayDeviate = (iin: string, deviation: Deviation): boolean =>
  QUIRKS.deviations.some((quirk) => quirk.iin === iin && quirk.allowed.includes(deviation));
