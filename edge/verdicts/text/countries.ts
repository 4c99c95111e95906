import { iso31661 } from "iso-3166";

/**
 * Codes of ICAO Doc 9303-3 (8th edition), section 5, parts B to D, that are not ISO 3166-1 alpha-3, with UTO,
 * the specimen state. WSA is left out: the World Service Authority's passports are no state's.
 */
const ICAO_CODES =
  "D EUE GBD GBN GBO GBP GBS UTO UNO UNA UNK IAO XBA XCC XCE XCO XDC XEC XES XIM XMP XOM XPO XXA XXB XXC XXX";

/**
 * Codes that are printed without being on that list, or not any longer: of Kosovo on its own documents (RKS)
 * and on German residence permits (XXK), of the Netherlands Antilles until 2010 (ANT), of the neutral zone
 * between Iraq and Saudi Arabia (NTZ), of Interpol (INP) and the African Development Bank (ADB) before they
 * had X codes.
 */
const PRINTED_CODES = "RKS XXK ANT NTZ INP ADB";

const CODES: ReadonlySet<string> = new Set([
  ...iso31661.map(({ alpha3 }) => alpha3),
  ...`${ICAO_CODES} ${PRINTED_CODES}`.split(" "),
]);

/**
 * Whether a travel document may state this code as issuing state or nationality. Expects the code without
 * fillers.
 */
export function isIcaoCountry(code: string): boolean {
  return CODES.has(code);
}
