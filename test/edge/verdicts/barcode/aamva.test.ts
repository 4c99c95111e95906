import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAamva } from "#edge/verdicts/barcode/aamva.ts";
import { licenceBarcode, reportBarcodes } from "#edge/verdicts/barcode/barcodes.ts";
import { faultOf } from "#edge/verdicts/barcode/format.ts";
import { barcode, californian, STANDARD } from "#test/harness/edge/licence-barcodes.ts";

const NOW = Date.UTC(2026, 10, 22);
const read = (content: string) => licenceBarcode({ barcodes: [barcode(content)] });
const fieldsOf = (content: string) => read(content)?.fields;
const fault = (content: string, printed: readonly string[] = []) => faultOf(read(content)!, printed, NOW);

describe("the content of a licence's barcode", () => {
  it("is read as the standard's sample says", () => {
    expect(fieldsOf(STANDARD)).toEqual({
      full_name: "MICHAEL JOHN SAMPLE",
      first_name: "MICHAEL JOHN",
      last_name: "SAMPLE",
      document_number: "T64235789",
      date_of_birth: "1986-06-06",
      date_of_issue: "2019-06-06",
      date_of_expiry: "2029-12-10",
      sex: "M",
      issuing_country: "USA",
      address: "2300 WEST BROAD STREET, RICHMOND, VA 23269",
    });
  });

  it.each([
    [
      "Florida's version 1, whose full name has commas",
      "@\n\x1e\rANSI 6360100102DL00390187ZF02260043DLDAATESTER,JOEY, MIDLAND\nDAG1234 PARK ST LOT 504\nDAIKEY WEST\nDAJFL\nDAK33040-0504 \nDAQH574712510891\nDBA20320309\nDBB19410509\nDBC1\nDBD20240501\n\rZFZFA\n",
      {
        last_name: "TESTER",
        first_name: "JOEY MIDLAND",
        date_of_birth: "1941-05-09",
        document_number: "H574712510891",
      },
    ],
    [
      "Ontario's offset of 0 (py-aamva#2)",
      "@\n\x1e\rANSI 636012030001DL00000367DLDCAG   \nDBA20300603\nDCSTESTER,            \nDCTMARY,ANN      \nDBB19960603\nDBC2\nDAYNONE\nDAJON\nDAQS9244-43879-65702\nDCGCAN\r",
      { last_name: "TESTER", first_name: "MARY ANN", date_of_expiry: "2030-06-03", issuing_country: "CAN" },
    ],
    [
      "British Columbia's magnetic stripe with _% (py-aamva#3)",
      "%BCVANCOUVER^SPECIMEN,$TEST CARD^910 GOVERNMENT ST$VICTORIA BC V8W 3Y5^?;6360282222222=301019990131=?_%0AV8W3Y5                     M183 95BLKBRO9999999999?",
      {
        last_name: "SPECIMEN",
        first_name: "TEST CARD",
        document_number: "2222222",
        date_of_birth: "1999-01-31",
        issuing_country: "CAN",
      },
    ],
    [
      "Maryland's AAMVA in place of ANSI (IdParser#24)",
      "@\n\x1e\rAAMVA6360030101DL00290175DLDAQT-520-098-009-843\nDAADOE,SUE,,\nDAG9999 FAKE DR\nDAIANYTOWN\nDAJMD\nDBA20320109\nDBB19800109\r",
      {
        last_name: "DOE",
        first_name: "SUE",
        document_number: "T-520-098-009-843",
        date_of_expiry: "2032-01-09",
      },
    ],
    [
      "Illinois's header without a version of its own (IdParser#29)",
      "@\n\x1e\rANSI 6360350201DL00290100DLDAQA12345678901\nDCSMOTORIST\nDCTSUSAN T\nDBB06271969\nDBA06272031\nDAJIL\r",
      { last_name: "MOTORIST", first_name: "SUSAN T", date_of_birth: "1969-06-27" },
    ],
    [
      "North Carolina's wrong number, and no number of entries (IdParser#32)",
      "@\n\nAAMVA36004001DL00280191DLDABSWARTZ\nDACSUSAN\nDADPATRICIA\nDAL11 KANDES CT\nDANDURHAM\nDAONC\nDAP27713-9722\nDAQ32307954\nDBA06-27-2029\nDBB06-27-1951\nDBCF\nDBD06-08-2021\n",
      {
        last_name: "SWARTZ",
        date_of_birth: "1951-06-27",
        sex: "F",
        issuing_country: "USA",
        address: "11 KANDES CT, DURHAM, NC 27713-9722",
      },
    ],
    [
      "New Jersey's padded number (android-vision#231, #77)",
      "@\n\x1e\rANSI 636036040002DL00410100ZN01410010DLDAQK00000000000000          \nDCSLASTNAME\nDACFIRSTNAME\nDAD\nDBB01011970\nDBA03192031\nDBC1\nDAJNJ\r",
      { document_number: "K00000000000000", first_name: "FIRSTNAME", full_name: "FIRSTNAME LASTNAME" },
    ],
    [
      "Florida's carriage return in place of a line feed (parse-usdl#31)",
      californian({ iin: "636010", elements: { DAJ: "FL" } }).replace("\nDBA", "\rDBA"),
      { date_of_expiry: "2031-01-31" },
    ],
    [
      "Pennsylvania's full name without commas, given names first",
      "@\n\x1e\rANSI 6360250101DL00290194DLDAQ26798765\nDAAJOHN P SMITH\nDAJPA\nDBA20300203\nDBB19860202\r",
      { last_name: "SMITH", first_name: "JOHN P", full_name: "JOHN P SMITH" },
    ],
    [
      "Alberta's directory that is no number",
      "@\n\x1e\rANSI 604432030001DLabacDLDCSMOTORIST\nDACMARY\nDADMOTORIST\nDAJAB\nDBB19930204\nDBA20290108\r",
      { last_name: "MOTORIST", first_name: "MARY", date_of_birth: "1993-02-04" },
    ],
  ])("%s", (_, content, expected) => {
    expect(fieldsOf(content)).toMatchObject(expected);
    expect(fault(content)).not.toMatchObject({
      detail: expect.stringMatching(/header is not|differ in number|number is not/),
    });
  });

  it("is of every version from 1 to 10", () => {
    for (let version = 1; version <= 10; version++) {
      const content = californian({ version: String(version).padStart(2, "0") });
      expect(fieldsOf(content)?.document_number).toBe("D1234562");
    }
  });

  it("leaves out what an issuer writes for no value, and a date that does not exist", () => {
    const fields = fieldsOf(californian({ elements: { DAD: "NONE", DBA: "02302031", DBD: "00000000" } }));
    expect(fields?.first_name).toBe("JOHN");
    expect(fields).not.toHaveProperty("date_of_expiry");
    expect(fields).not.toHaveProperty("date_of_issue");
  });

  it("is read without an error, whatever a barcode contains", () => {
    const pieces = fc.constantFrom(
      "@\n\x1e\r",
      "ANSI ",
      "AAMVA",
      "636014",
      "10",
      "DL",
      "0041",
      "DAQ",
      "DBB",
      "\n",
      "%BC",
      "^",
      ";",
      "=",
      "?",
      "$",
    );
    const texts = fc.array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 60 });
    fc.assert(
      fc.property(
        fc.oneof(
          texts.map((parts) => parts.join("")),
          fc.constant(STANDARD),
        ),
        fc.nat(300),
        fc.nat(255),
        (text, at, code) => {
          const content = `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at)}`;
          const found = read(content);
          if (found !== null) faultOf(found, [content], NOW);
          expect(reportBarcodes({ barcodes: [barcode(content)] })).toHaveLength(1);
        },
      ),
    );
  });

  it("takes time in proportion to its length", () => {
    const hostile = [
      "DL".repeat(1500),
      "@\n\x1e\rANSI 6360141000".padEnd(3000, "DL00000000"),
      `%BC${"^".repeat(2990)}`,
      `%BCA^${"$,".repeat(1490)}`,
    ];
    const began = performance.now();
    for (const content of hostile) parseAamva(barcode(content).content);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe("a barcode's report", () => {
  it("has the kind, the fields and the place of a licence's barcode, and no seal", () => {
    expect(reportBarcodes({ barcodes: [barcode(STANDARD)] })).toMatchObject([
      { symbology: "pdf417", kind: "aamva", seal: null, bbox: [100, 500, 1000, 200] },
    ]);
  });

  it("has no content of a barcode of another kind", () => {
    const [report] = reportBarcodes({ barcodes: [barcode("KRIGE 6039000286BY")] });
    expect(report).toEqual({
      symbology: "pdf417",
      kind: "other",
      fields: {},
      seal: null,
      bbox: [100, 500, 1000, 200],
    });
  });
});

describe("the format of a barcode", () => {
  it("is right in the standard's sample and in a licence as its issuer makes it", () => {
    expect(fault(STANDARD)).toBeNull();
    expect(fault(californian(), ["CALIFORNIA", "DRIVER LICENSE"])).toBeNull();
  });

  it.each([
    ["an issuer's number that is not on the list", californian({ iin: "636999" }), /number is not/],
    ["another header", californian().replace("@\n\x1e\r", "@\r\n"), /header is not/],
    [
      "AAMVA in place of ANSI, of an issuer that writes ANSI",
      californian().replace("ANSI ", "AAMVA"),
      /header is not/,
    ],
    ["another number of subfiles", californian().replace("0001DL", "0002DL"), /differ in number/],
    ["a subfile elsewhere", californian().replace("DL0031", "DL0035"), /not where/],
    ["a subfile that is cut off", californian().slice(0, -20), /not where/],
    ["another country", californian({ elements: { DCG: "CAN" } }), /country/],
    ["an address in another jurisdiction", californian({ elements: { DAJ: "NV" } }), /address/],
    ["a date that does not exist", californian({ elements: { DBA: "02302031" } }), /does not exist/],
    ["an expiry before the issue", californian({ elements: { DBA: "01312021" } }), /contradict/],
    ["an issue in the future", californian({ elements: { DBD: "01312027" } }), /contradict/],
  ])("is wrong with %s", (_, content, detail) => {
    expect(fault(content)).toMatchObject({ detail: expect.stringMatching(detail) });
  });

  it("is wrong if the card is another jurisdiction's by its title", () => {
    expect(fault(californian(), ["TEXAS", "DRIVER LICENSE"])).toMatchObject({
      detail: expect.stringMatching(/printed/),
    });
    expect(fault(californian(), ["12 TEXAS AVENUE"])).toBeNull();
  });

  it("is unknown for a version that is not known", () => {
    expect(fault(californian({ version: "42" }))).toBe("unknown");
  });
});
