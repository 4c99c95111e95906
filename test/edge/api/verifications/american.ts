import type { Examination, PortraitReading } from "#edge/inference/port.ts";
import { forensics, line, reading } from "#test/harness/edge/inference-results.ts";
import { barcode, californian } from "#test/harness/edge/licence-barcodes.ts";

/** A Californian licence of John Quincy Public: portrait and print on the front, the barcode on the back. */

const PRINTED = {
  title: "CALIFORNIA USA DRIVER LICENSE",
  number: "DL D1234562",
  expiry: "EXP 01/31/2031",
  last: "LN PUBLIC",
  first: "FN JOHN QUINCY",
  birth: "DOB 01/31/1970",
  sex: "SEX M",
  issue: "ISS 08/24/2023",
} as const;

/** The front; a line that is null is not printed. */
export function licenceFront(
  printed: Partial<Record<keyof typeof PRINTED, string | null>> = {},
  changes: Partial<PortraitReading> = {},
): Examination {
  const texts = Object.values({ ...PRINTED, ...printed }).filter((text) => text !== null);
  const lines = texts.map((text, i) => line(text, 40 + 40 * i));
  return { ...forensics(), reading: reading({ mrz: null, lines, ...changes }) };
}

/** The back with a barcode of this content, or with none. */
export function licenceBack(
  content: string | null = californian(),
  changes: Partial<PortraitReading> = {},
): Examination {
  return {
    ...forensics(),
    reading: reading({
      mrz: null,
      portrait: null,
      lines: [line("CLASS: D NON-COMMERCIAL VEHICLE", 40), line("RESTRICTIONS: NONE", 80)],
      barcodes: content === null ? [] : [barcode(content)],
      ...changes,
    }),
  };
}
