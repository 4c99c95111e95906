import { iso31661 } from "iso-3166";

/**
 * Codes of ICAO Doc 9303-3 (8th edition), section 5, parts B to D, that are not ISO 3166-1 alpha-3; in
 * addition RKS, which Kosovo prints, and UTO, the specimen state.
 */
const ICAO_CODES = [
  ...["D", "EUE", "GBD", "GBN", "GBO", "GBP", "GBS", "RKS", "UTO"],
  ...[
    "UNO",
    "UNA",
    "UNK",
    "IAO",
    "XBA",
    "XCC",
    "XCE",
    "XCO",
    "XDC",
    "XEC",
    "XES",
    "XIM",
    "XMP",
    "XOM",
    "XPO",
  ],
  ...["XXA", "XXB", "XXC", "XXX"],
];

const CODES: ReadonlySet<string> = new Set([...iso31661.map(({ alpha3 }) => alpha3), ...ICAO_CODES]);

/**
 * Whether a travel document may state this code as issuing state or nationality. Expects the code without
 * fillers.
 */
export function isIcaoCountry(code: string): boolean {
  return CODES.has(code);
}
