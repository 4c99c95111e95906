import { describe, expect, it } from "vitest";
import { line, MRZ } from "#test/harness/edge/inference-results.ts";
import { barcode, californian } from "#test/harness/edge/licence-barcodes.ts";
import { licenceBack, licenceFront } from "../../../api/verifications/american.ts";
import { check } from "./checking.ts";

const back = (content: string | null = californian(), front = licenceFront().reading) => ({
  reading: licenceBack(content).reading,
  otherSide: front,
  mrzExpected: false,
});

describe("barcode_format", () => {
  it("passes a barcode as its issuer makes it, and names what is wrong without a value", () => {
    expect(check("barcode_format", back())).toMatchObject({ status: "pass", severity: "major" });
    const { status, detail } = check("barcode_format", back(californian({ elements: { DAJ: "NV" } })));
    expect([status, detail]).toEqual([
      "fail",
      "The barcode's issuer and the jurisdiction of its address differ.",
    ]);
  });

  it("compares the issuer with the title on either side", () => {
    const texan = licenceFront({ title: "TEXAS USA DRIVER LICENSE" }).reading;
    expect(check("barcode_format", back(californian(), texan)).status).toBe("fail");
  });

  it("is required and not evaluated if a barcode is expected and none was read, else not applicable", () => {
    const without = { ...back(null), barcodeExpected: true };
    expect(check("barcode_format", without)).toMatchObject({ status: "not_evaluated", required: true });
    expect(check("barcode_format")).toMatchObject({ status: "not_applicable", required: false });
  });
});

describe("barcode_viz_consistency", () => {
  const status = (content: string, front = licenceFront().reading) =>
    check("barcode_viz_consistency", back(content, front)).status;

  it("passes if the barcode's values are printed on either side", () => {
    expect(status(californian())).toBe("pass");
  });

  it.each([
    ["date_of_birth", { DBB: "01311990" }],
    ["date_of_expiry", { DBA: "01312033" }],
    ["document_number", { DAQ: "X7654321" }],
    ["last_name", { DCS: "KOWALSKA" }],
  ])("fails if the print shows another %s", (key, elements) => {
    const { status: found, detail } = check("barcode_viz_consistency", back(californian({ elements })));
    expect([found, detail]).toEqual(["fail", `The barcode and the printed text differ in ${key}.`]);
  });

  it("does not fail for a misreading, for padding, or for a value that was not read with confidence", () => {
    expect(status(californian({ elements: { DAQ: "0000D1234562" } }))).toBe("pass");
    expect(status(californian(), licenceFront({ number: "DL D12345G2" }).reading)).toBe("pass");
    const { reading } = licenceFront({ birth: "DOB 01/31/1990" });
    const faint = { ...reading, lines: reading.lines.map((each) => ({ ...each, confidence: 0.7 })) };
    expect(status(californian(), faint)).toBe("pass");
  });

  it("is not evaluated if no value is printed", () => {
    const { status: found } = check("barcode_viz_consistency", {
      reading: licenceBack().reading,
      mrzExpected: false,
    });
    expect(found).toBe("not_evaluated");
  });
});

describe("barcode_mrz_consistency", () => {
  const elements = { DCS: "ERIKSSON", DAC: "ANNA", DAD: "MARIA", DBB: "08121974", DBA: "04152032" };
  const status = (changed: Record<string, string> = {}) =>
    check("barcode_mrz_consistency", {
      reading: {
        mrz: { ...MRZ, format: "TD1" },
        barcodes: [barcode(californian({ elements: { ...elements, ...changed } }))],
        lines: [line("REMARKS", 40)],
      },
    }).status;

  it("passes if names and dates agree, whatever the numbers are", () => {
    expect(status()).toBe("pass");
  });

  it.each([{ DBB: "08121984" }, { DBA: "04152033" }, { DCS: "KOWALSKA" }])("fails for %j", (changed) => {
    expect(status(changed)).toBe("fail");
  });

  it("does not apply without an MRZ", () => {
    expect(check("barcode_mrz_consistency", back()).status).toBe("not_applicable");
  });
});
