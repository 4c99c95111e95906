import type { Barcode } from "#edge/inference/barcode.ts";

/** Content of licences' barcodes, as issuers write it: each of one source's shape, of an invented holder. */

/** A barcode with this content, across the lower half of an image. */
export const barcode = (content: string): Barcode => ({
  symbology: "pdf417",
  content: Uint8Array.from(content, (character) => character.charCodeAt(0)),
  corners: [
    { x: 100, y: 500, z: 0 },
    { x: 1100, y: 500, z: 0 },
    { x: 1100, y: 700, z: 0 },
    { x: 100, y: 700, z: 0 },
  ],
});

/** The sample of the AAMVA DL/ID Card Design Standard 2020, annex D. */
export const STANDARD =
  "@\n\x1e\rANSI 636000100102DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDDFN\nDADJOHN\nDDGN\nDCUJR\nDCAD\nDCBK\nDCDPH\nDBD06062019\nDBB06061986\nDBA12102029\nDBC1\nDAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \nDCF2424244747474786102204\nDCGUSA\nDCK123456789\nDDAF\nDDB06062018\nDDC06062020\nDDD1\rZVZVA01\r";

interface Content {
  readonly iin?: string;
  readonly version?: string;
  readonly elements?: Readonly<Record<string, string>>;
}

/** A Californian licence of version 10 with a directory that fits, but for what is changed. */
export function californian({ iin = "636014", version = "10", elements = {} }: Content = {}): string {
  const all = {
    ...{ DAQ: "D1234562", DCS: "PUBLIC", DAC: "JOHN", DAD: "QUINCY", DBD: "08242023", DBB: "01311970" },
    ...{ DBA: "01312031", DBC: "1", DAG: "789 E OAK ST", DAI: "ANYTOWN", DAJ: "CA", DAK: "902230000  " },
    DCG: "USA",
    ...elements,
  };
  const rows = Object.entries(all).map(([id, value]) => `${id}${value}`);
  const subfile = `DL${rows.join("\n")}\r`;
  return `@\n\x1e\rANSI ${iin}${version}0001DL0031${String(subfile.length).padStart(4, "0")}${subfile}`;
}
