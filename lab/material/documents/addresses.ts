import { between, pick, seededRandom } from "../random.ts";

/** The order in which a country writes an address, and how many lines it takes (UPU S42). */
export type AddressOrder = "number first" | "number last" | "town first" | "four lines";

const STREETS = ["HARBOUR", "LINDEN", "STATION", "CASTLE", "ORCHARD", "NEW BRIDGE"];
const TOWNS = ["NORTHAVEN", "PORT ELISE", "KALDOR", "SANTA MIRA", "BREMEL", "VELDEN"];

interface Parts {
  readonly street: string;
  readonly town: string;
  readonly house: number;
  readonly code: number;
}

const LINES: Readonly<Record<AddressOrder, (parts: Parts) => readonly string[]>> = {
  "number first": ({ house, street, code, town }) => [`${house} RUE ${street}`, `${code} ${town}`],
  "number last": ({ house, street, code, town }) => [`${street} STRASSE ${house}`, `${code} ${town}`],
  "town first": ({ house, street, code, town }) => [`${code} ${town}`, `${street} UTCA ${house}.`],
  "four lines": ({ house, street, code, town }) => [
    `FLAT ${1 + (code % 9)}`,
    `${house} ${street} ROAD`,
    town,
    `NV${1 + (code % 8)} ${1 + (house % 9)}QT`,
  ],
};

/** An invented address, its lines parted by line feeds. */
export function inventAddress(seed: number, order: AddressOrder): string {
  const random = seededRandom(seed);
  const whole = (low: number, high: number) => Math.floor(between(random, low, high));
  const parts = { street: pick(random, STREETS), town: pick(random, TOWNS), house: whole(1, 99) };
  return LINES[order]({ ...parts, code: whole(10_000, 99_999) }).join("\n");
}
