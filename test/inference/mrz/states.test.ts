import { describe, expect, it } from "vitest";
import { checkDigit } from "#inference/mrz/checks.ts";
import { checksOf, fieldsOf, LONG_NUMBER, SPECIMENS } from "./mrz.ts";

// tetrahydra/SolidusMRZ#5, konstantint/PassportEye#64, foxanna/mrz_parser#4.
describe("the French identity card until 2021, of two lines of 36", () => {
  const [first, second] = ["IDFRABLANCHARD<<<<<<<<<<<<<<<<75K002", "160275K002777CLAIRE<<LOUISE8512062F5"];

  it("is read by a layout of its own", () => {
    expect(fieldsOf("FRA_ID", [first, second])).toEqual({
      document_code: "ID",
      issuing_state: "FRA",
      primary_identifier: "BLANCHARD",
      optional_data: "75K002",
      document_number: "160275K00277",
      secondary_identifier: "CLAIRE LOUISE",
      date_of_birth: "851206",
      sex: "F",
    });
  });

  it("is verified by its own three digits, of which that of an altered birth or name fails", () => {
    const digits = { document_number: true, date_of_birth: true, composite: true, field_types: true };
    expect(checksOf("FRA_ID", SPECIMENS.FRA_ID)).toEqual(digits);
    expect(checksOf("FRA_ID", [first, second])).toEqual(digits);
    const younger = second.replace("8512062", "9512062");
    expect(checksOf("FRA_ID", [first, younger])).toEqual({
      ...digits,
      date_of_birth: false,
      composite: false,
    });
    const other = first.replace("BLANCHARD", "BLANCHART");
    expect(checksOf("FRA_ID", [other, second])).toEqual({ ...digits, composite: false });
  });
});

describe("deviations of issuing states from the standard", () => {
  // Arg0s1080/mrz#4 (Belgium until 2020), cheminfo/mrz's BEL-BO-03003; Portugal's card in QKMRZParser's
  // tests; El Salvador in idpass/smartscanner-mrz-parser#3.
  it.each([
    ["BEL", "590123456<7813"],
    ["BEL", "590123456<7811"],
    ["PRT", "000024759<ZZ72"],
    ["SLV", "001234567<82"],
  ])("takes a long number's digit with its filler counted or not: %s %s", (state, number) => {
    const first = `ID${state}${number}`.padEnd(30, "<");
    const composite = checkDigit(`${first.slice(5)}88021472806013<<<<<<<<<<<`);
    const lines = [first, `8802147M2806013${state}<<<<<<<<<<<${composite}`, "PEETERS<<JAN<<<<<<<<<<<<<<<<<<"];
    expect(checksOf("TD1", lines)).toMatchObject({ document_number: true, composite: true });
    expect(fieldsOf("TD1", lines).document_number).toBe(number.replace("<", "").slice(0, -1));
  });

  it("finds a long number's digit that fits neither way", () => {
    for (const digit of "02456789") {
      const lines = [`IDBEL590123456<781${digit}`.padEnd(30, "<"), ...LONG_NUMBER.slice(1)];
      expect(checksOf("TD1", lines)).toMatchObject({ document_number: false });
    }
  });

  // snifter/MRZCode.NET#3, #4 (Moldova); internal passports of Russia fill the digit's place, too.
  it.each(["<<<<<<0", "<<<<<<<"])("reads an expiry of fillers as none: %s", (expiry) => {
    const [names, numbers] = SPECIMENS.TD3 as [string, string];
    const open = numbers.slice(0, 21) + expiry + numbers.slice(28, 43);
    const composite = checkDigit(open.slice(0, 10) + open.slice(13, 20) + open.slice(21, 43));
    const mrz = [names, open + composite];
    expect(fieldsOf("TD3", mrz)).toMatchObject({ date_of_expiry: "", date_of_birth: "740812" });
    expect(Object.values(checksOf("TD3", mrz))).not.toContain(false);
    expect("date_of_expiry" in checksOf("TD3", mrz)).toBe(expiry.endsWith("0"));
  });

  it("finds another digit than 0 behind an expiry of fillers", () => {
    const [names, numbers] = SPECIMENS.TD3 as [string, string];
    const mrz = [names, `${numbers.slice(0, 21)}<<<<<<4${numbers.slice(28)}`];
    expect(checksOf("TD3", mrz)).toMatchObject({ date_of_expiry: false });
  });

  // Arg0s1080/mrz#27: RP on residence permits of Estonia.
  it.each(["RP", "R<", "ME"])("takes any letter as the first of a document's code: %s", (code) => {
    const [first, ...others] = SPECIMENS.TD1 as [string, string, string];
    expect(checksOf("TD1", [code + first.slice(2), ...others])).toMatchObject({ field_types: true });
    expect(checksOf("TD1", [`7${first.slice(1)}`, ...others])).toMatchObject({ field_types: false });
  });
});
