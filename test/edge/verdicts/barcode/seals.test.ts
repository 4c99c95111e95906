import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportBarcodes, sealOf } from "#edge/verdicts/barcode/barcodes.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import {
  c40,
  type IdbOptions,
  idb,
  maskedDate,
  PERMIT_MRZ,
  symbolOf,
  type TwoDDocOptions,
  tagged,
  twoDDoc,
  type VdsOptions,
  vds,
} from "#test/harness/trust/seals.ts";

const signer = newIdentity({ country: "DE", commonName: "TS", curve: "prime256v1" });
const seal = (options?: VdsOptions) => sealOf(symbolOf(vds(signer, options)));
const doc = (options?: TwoDDocOptions) => sealOf(symbolOf(twoDDoc(signer, options)));
const barcode = (options?: IdbOptions) => sealOf(symbolOf(idb(signer, options)));
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));

describe("a visible digital seal", () => {
  it("has text and dates as BSI TR-03137 encodes them", () => {
    const header = "dc03 d9c5 6d32 c8a72cb1 319ef5 319ef5 f908";
    const read = sealOf(symbolOf(bytes(`${header} 01 04 62d719c9 ff 02 0000`)));
    expect(read).toMatchObject({
      issuingState: "UTO",
      signedOn: "1957-03-25",
      fields: { document_number: "BSI01" },
    });
  });

  it.each([
    ["a residence permit", "fb06", { 2: PERMIT_MRZ }],
    ["an emergency travel document", "5e03", { 2: PERMIT_MRZ }],
    ["an arrival attestation", "fd02", { 2: PERMIT_MRZ }],
  ])("has the fields of its MRZ: %s", (_, profile, features) => {
    expect(seal({ profile, features })?.fields).toEqual({
      ...{ full_name: "ANNA MARIA ERIKSSON", first_name: "ANNA MARIA", last_name: "ERIKSSON" },
      ...{ document_number: "L898902C3", date_of_birth: "1974-08-12", date_of_expiry: "2032-04-15" },
      ...{ sex: "F", nationality: "UTO", issuing_country: "DEU" },
    });
  });

  it.each([
    ["MRV-A", 1, `VCD<<${"ERIKSSON<<ANNA<MARIA".padEnd(39, "<")}L898902C36UTO7408122F3204159`],
    ["MRV-B", 2, `VCD<<${"ERIKSSON<<ANNA<MARIA".padEnd(31, "<")}L898902C36UTO7408122F3204159`],
  ])("of a visa has what it encodes of its MRZ: %s", (_, tag, mrz) => {
    expect(seal({ profile: "5d01", features: { [tag]: mrz } })?.fields).toMatchObject({
      ...{ last_name: "ERIKSSON", document_number: "L898902C3", date_of_expiry: "2032-04-15" },
    });
  });

  it("of a card has three lines, and a long number is not read", () => {
    const names = "ERIKSSON<<ANNA<MARIA".padEnd(30, "<");
    const card = (number: string) => `I<UTO${number.padEnd(25, "<")}7408122F3204159UTO<<<<<<<<<<<6${names}`;
    const fields = (number: string) => seal({ features: { 2: card(number) } })?.fields;
    expect(fields("D231458907")).toMatchObject({ document_number: "D23145890", nationality: "UTO" });
    expect(fields("D23145890<7349")).not.toHaveProperty("document_number");
  });

  it("of an unknown document has no fields, and its signature still counts", () => {
    expect(seal({ profile: "01c8" })).toMatchObject({ fields: {}, signer: "DETS", certificate: "32" });
  });

  it("names its certificate without leading zeros, in both versions", () => {
    expect(seal({ version: 3, certificate: "0A7" })?.certificate).toBe("A7");
    expect(seal({ certificate: "00000000000A7" })?.certificate).toBe("A7");
  });
});

describe("a seal of ICAO's IDB", () => {
  const names = "ERIKSSON<<ANNA<MARIA";
  const HOLDER = { last_name: "ERIKSSON", document_number: "L898902C3", date_of_birth: "1974-08-12" };
  const second = "L898902C36UTO7408122F3204159";

  it.each<[string, NonNullable<IdbOptions["messages"]>]>([
    [
      "TD1",
      { 7: `I<UTO${"L898902C36".padEnd(25, "<")}7408122F3204159UTO<<<<<<<<<<<6${names.padEnd(30, "<")}` },
    ],
    ["TD2", { 129: PERMIT_MRZ }],
    ["TD3", { 8: `P<UTO${names.padEnd(39, "<")}${second}<<<<<<<<<<<<<<06` }],
    ["an emergency travel document", { 2: tagged(0x02, c40(PERMIT_MRZ)) }],
    ["MRV-A", { 1: tagged(0x01, c40(`VCD<<${names.padEnd(39, "<")}${second}`)) }],
    [
      "MRV-A with its end",
      { 1: tagged(0x01, c40(`VCD<<${names.padEnd(39, "<")}${second.padEnd(44, "<")}`)) },
    ],
    ["MRV-B", { 1: tagged(0x02, c40(`VCD<<${names.padEnd(31, "<")}${second}`)) }],
  ])("has the fields of its MRZ: %s", (_, messages) => {
    expect(barcode({ messages })?.fields).toMatchObject(HOLDER);
  });

  it("without an MRZ has its number and its expiry", () => {
    const own = { 133: "X12345678", 132: maskedDate("2031-07-01") };
    expect(barcode({ messages: own })?.fields).toEqual({
      ...{ document_number: "X12345678", date_of_expiry: "2031-07-01" },
    });
    expect(barcode({ messages: { ...own, 129: PERMIT_MRZ } })?.fields).toMatchObject({
      ...HOLDER,
      date_of_expiry: "2032-04-15",
    });
  });

  it("has no date and no MRZ's fields if a digit of its date is unknown", () => {
    expect(barcode({ signedOn: null })).toMatchObject({ signedOn: null, fields: {} });
  });

  it("has an identifier of either edition", () => {
    for (const identifier of ["NDB1", "RDB1"] as const)
      expect(barcode({ identifier })).toMatchObject({ kind: "icao_idb", signer: "D", digest: "sha256" });
  });

  it.each<[string, IdbOptions]>([
    ["another tag in the place of its messages", { change: (all) => all.with(12, 0x62) }],
    ["anything after its signature", { change: (all) => Uint8Array.from([...all, 0]) }],
    ["an algorithm without a number in the report", { change: (all) => all.with(2, 4) }],
    ["more than 3 KiB once inflated", { isCompressed: true, messages: { 128: new Uint8Array(3_072) } }],
  ])("is none with %s", (_, options) => {
    expect(barcode(options)).toBeNull();
    expect(reportBarcodes({ barcodes: [symbolOf(idb(signer, options))] })).toMatchObject([{ kind: "other" }]);
  });
});

describe("a 2D-Doc", () => {
  it.each(["01", "02", "03", "04"] as const)("of version %s has its identity's fields", (version) => {
    expect(doc({ version })).toMatchObject({
      ...{ signer: "FR05", certificate: "AB12", signedOn: "2024-05-17" },
      issuingState: version === "04" ? "FRA" : null,
      fields: {
        ...{ first_name: "ANNA MARIA", last_name: "ERIKSSON", document_number: "L898902C3" },
        ...{ date_of_birth: "1974-08-12", sex: "F", nationality: "UTO" },
      },
    });
  });

  it("has the fields of its MRZ", () => {
    const message = `6F${PERMIT_MRZ.replaceAll("<", " ")}\x1d`;
    expect(doc({ message })?.fields).toMatchObject({ document_number: "L898902C3", issuing_country: "DEU" });
  });

  it("is read up to the first element that is not known, and has no date for FFFF", () => {
    const read = doc({ message: "62ERIKSSON\x1dZZ12\x1d60ANNA\x1d", signedOn: null });
    expect(read).toMatchObject({ signedOn: null, fields: { last_name: "ERIKSSON" } });
    expect(read?.fields).not.toHaveProperty("first_name");
  });
});

it("never throws, whatever a barcode has", () => {
  const starts = fc.constantFrom(
    "",
    "\xdc\x03",
    "\xdc\x02",
    "DC04FR05AB12",
    "DC01FR05AB12FFFFFFFF07",
    "RDB1B",
    "RDB1D",
  );
  const content = fc
    .tuple(starts, fc.uint8Array({ maxLength: 400 }))
    .map(([start, rest]) => Uint8Array.from([...Buffer.from(start, "latin1"), ...rest]));
  fc.assert(
    fc.property(content, (each) => {
      reportBarcodes({ barcodes: [symbolOf(each)] });
    }),
    { numRuns: 2_000 },
  );
});
