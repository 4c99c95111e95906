import { describe, expect, it } from "vitest";
import type { DocumentReading, Mrz } from "#edge/inference/port.ts";
import { line, MRZ, mrzField } from "#test/harness/edge/inference-results.ts";
import { CHECKS } from "#vocabulary/fraud.ts";
import { check, withField } from "./checking.ts";

const CHECKSUMS = [
  ["mrz_document_number_checksum", "document_number"],
  ["mrz_birth_date_checksum", "date_of_birth"],
  ["mrz_expiry_date_checksum", "date_of_expiry"],
  ["mrz_composite_checksum", "composite"],
] as const;

describe.each(CHECKSUMS)("%s", (name, digit) => {
  const mrz = (valid: boolean, confidence: number): Mrz => ({
    ...MRZ,
    checks: MRZ.checks.map((each) => (each.name === digit ? { ...each, valid, confidence } : each)),
  });

  it("passes when the check digit fits", () => {
    expect(check(name)).toMatchObject({ status: "pass", severity: "critical", required: true });
  });

  it("fails when characters read with confidence do not fit", () => {
    expect(check(name, { reading: { mrz: mrz(false, 0.9) } }).status).toBe("fail");
  });

  it("is not evaluated when the misfit may be a misreading", () => {
    expect(check(name, { reading: { mrz: mrz(false, 0.89) } }).status).toBe("not_evaluated");
  });

  it("is not evaluated when an MRZ is expected and none was read, and does not apply when none is", () => {
    expect(check(name, { reading: { mrz: null } }).status).toBe("not_evaluated");
    const absent = check(name, { reading: { mrz: null }, mrzExpected: false });
    expect(absent).toMatchObject({ status: "not_applicable", required: false });
  });

  it("is not evaluated, and not expected, if lines of an MRZ suit no format", () => {
    const unknown = { reading: { mrz: null, unknownMrz: true } };
    expect(check(name, { ...unknown, mrzExpected: false })).toMatchObject({
      status: "not_evaluated",
      required: false,
      detail: "Lines of an MRZ were read that fit no known format.",
    });
  });

  it("does not apply to a format without that digit", () => {
    const checks = MRZ.checks.filter((each) => each.name !== digit);
    expect(check(name, { reading: { mrz: { ...MRZ, checks } } }).status).toBe("not_applicable");
  });
});

describe("mrz_viz_consistency", () => {
  const consistency = (...lines: DocumentReading["lines"][number][]) =>
    check("mrz_viz_consistency", { reading: { lines } }).status;

  it("passes if the values of the MRZ are printed in the VIZ", () => {
    expect(check("mrz_viz_consistency")).toMatchObject({
      status: "pass",
      severity: "major",
      required: true,
    });
  });

  it.each([
    ["surname", line("Surname: Lindqvist", 100)],
    ["document number", line("Document No. X898402C8", 100)],
    ["date of birth", line("Date of birth: 12.08.1984", 100)],
    ["date of expiry", line("Date of expiry: 15.04.2036", 100)],
  ])("fails when another %s is printed", (_, other) => {
    expect(consistency(line("ANNA MARIA", 200), other)).toBe("fail");
  });

  it("takes a transliterated name for the same", () => {
    const mrz = withField("primary_identifier", "MUELLER");
    expect(
      check("mrz_viz_consistency", { reading: { mrz, lines: [line("Name: Müller", 100)] } }).status,
    ).toBe("pass");
  });

  it("takes look-alike characters of a number for the same", () => {
    expect(consistency(line("Document No. LB989O2C3", 100))).toBe("pass");
  });

  it("does not take a misreading for a forgery", () => {
    expect(consistency(line("Date of birth: 12.08.1984", 100, 300, 0.85))).toBe("not_evaluated");
    expect(consistency(line("Surname: Erikssom", 100))).toBe("not_evaluated");
  });

  const mrzOf = (last: string, first: string): Mrz => {
    const fields = MRZ.fields.map((field) => {
      const value = { primary_identifier: last, secondary_identifier: first }[field.name] ?? field.value;
      return { ...field, value };
    });
    const row = `P<UTO${`${last}<<${first}`.replaceAll(" ", "<")}`.padEnd(44, "<");
    return { ...MRZ, lines: [row, MRZ.lines[1]!], fields };
  };
  const givenNames = (mrz: Mrz, name: string) =>
    check("mrz_viz_consistency", { reading: { mrz, lines: [line(`Given names: ${name}`, 100)] } }).status;

  it("takes a name that the MRZ has to abbreviate for the same, and another one not", () => {
    const full = mrzOf("ALDERTHWAITE BROOKMEADOW CHESTERL", "D P");
    expect(givenNames(full, "Delphine Persephone")).not.toBe("fail");
    expect(givenNames(full, "Daniel Olof")).toBe("fail");
    expect(givenNames(mrzOf("LINDQVIST", "D P"), "Delphine Persephone")).toBe("fail");
  });

  const dated = (name: string, value: string, text: string) => {
    const mrz = { ...withField(name, value), format: "TD1" as const };
    return check("mrz_viz_consistency", { reading: { mrz, lines: [line(text, 100)] } }).status;
  };

  it("takes a printed century that the document may have for the MRZ's, and another one not", () => {
    expect(dated("date_of_birth", "240301", "Date of birth: 01 MAR 1924")).toBe("pass");
    expect(dated("date_of_expiry", "990101", "Valid until: 01 01 9999")).toBe("pass");
    expect(dated("date_of_expiry", "240101", "Valid until: 01 01 2124")).toBe("fail");
    expect(dated("date_of_expiry", "840101", "Valid until: 01 01 2031")).toBe("fail");
  });

  it("does not take a value under the wrong label for a forgery", () => {
    expect(consistency(line("Date of birth: 15.04.2032", 100))).toBe("pass");
  });

  it("is not evaluated if nothing of the VIZ was read but the MRZ's own lines", () => {
    expect(consistency(line(MRZ.lines[0]!, 700), line(MRZ.lines[1]!, 740))).toBe("not_evaluated");
    expect(consistency(line("PKUTOERIKSSONKKANNAKMARIAKKKKKKKKKKKKKKKKKKK", 700))).toBe("not_evaluated");
  });
});

describe("date_order", () => {
  const order = (...lines: DocumentReading["lines"][number][]) =>
    check("date_order", { reading: { mrz: null, lines } }).status;

  it("passes for birth, issue and expiry in this order", () => {
    expect(check("date_order")).toMatchObject({ status: "pass", severity: "major", required: false });
  });

  it.each([
    ["issue before birth", line("Date of birth: 12.08.1974", 100), line("Date of issue: 11.08.1974", 140)],
    ["expiry before issue", line("Date of issue: 12.08.2024", 100), line("Date of expiry: 12.08.2020", 140)],
    ["birth in the future", line("Date of birth: 22.11.2026", 100), line("Date of expiry: 12.08.2036", 140)],
    ["issue in the future", line("Date of issue: 24.11.2026", 100), line("Date of expiry: 12.08.2036", 140)],
  ])("fails for %s", (_, first, second) => {
    expect(order(first, second)).toBe("fail");
  });

  it("judges the MRZ's dates in the century that they are of", () => {
    const within = (name: string, value: string, ...lines: DocumentReading["lines"][number][]) => {
      const mrz = { ...withField(name, value), format: "TD1" as const };
      return check("date_order", { reading: { mrz, lines } }).status;
    };
    const issued = line("Date of issue: 01.01.2023", 100);
    expect(within("date_of_expiry", "840101", issued)).toBe("pass");
    expect(within("date_of_expiry", "990101", issued, line("Valid until: 01 01 9999", 140))).toBe("pass");
    expect(within("date_of_birth", "240301", issued)).toBe("pass");
    expect(within("date_of_expiry", "220101", issued, line("Valid until: 01 01 2122", 140))).toBe("fail");
  });

  it("allows an issue date that is already tomorrow elsewhere", () => {
    expect(order(line("Date of issue: 22.11.2026", 100), line("Date of expiry: 12.08.2036", 140))).toBe(
      "pass",
    );
  });

  it("fails for a date that no calendar has, when it was read with confidence", () => {
    const month = (confidence: number) =>
      check("date_order", { reading: { mrz: withField("date_of_birth", "741312", confidence) } }).status;
    expect(month(0.95)).toBe("fail");
    const letters = { reading: { mrz: withField("date_of_birth", "7A0812") } };
    expect(check("date_order", letters).status).toBe("fail");
    const unknown = { reading: { mrz: withField("date_of_birth", "7408") } };
    expect(check("date_order", unknown).status).toBe("pass");
    expect(month(0.5)).toBe("pass");
  });

  it("fails when the national number carries another date of birth", () => {
    const born = (date: string, number = "44051401359") =>
      check("date_order", {
        reading: {
          mrz: {
            ...MRZ,
            fields: [
              ...MRZ.fields.filter(
                ({ name }) => !["issuing_state", "date_of_birth", "personal_number"].includes(name),
              ),
              mrzField("issuing_state", "POL"),
              mrzField("date_of_birth", date),
              mrzField("optional_data", number),
            ],
          },
        },
      }).status;
    expect(born("440514")).toBe("pass");
    expect(born("450514")).toBe("fail");
    // A number whose check digit fails may be misread: it is no evidence of a birth.
    expect(born("450514", "44051401358")).toBe("pass");
  });

  it("is not evaluated with fewer than two confident dates", () => {
    expect(order(line("Date of issue: 12.08.2024", 100))).toBe("not_evaluated");
    expect(
      order(line("Date of issue: 12.08.2024", 100), line("Date of expiry: 12.08.2020", 140, 300, 0.8)),
    ).toBe("not_evaluated");
  });
});

it("fails duplicate_of_known_image when another customer has sent the image", () => {
  const status = (knownImageDistance: number | null) =>
    check("duplicate_of_known_image", { knownImageDistance }).status;
  expect(status(0)).toBe("fail");
  expect(status(48)).toBe("fail");
  expect(status(49)).toBe("pass");
  expect(status(Number.POSITIVE_INFINITY)).toBe("pass");
  expect(status(null)).toBe("not_evaluated");
});

it("reports duplicate_of_known_image in test mode, and never fails for it", () => {
  const found = check("duplicate_of_known_image", { knownImageDistance: 0, mode: "test" });
  expect(found).toMatchObject({ status: "not_applicable", severity: "major" });
  expect(found.detail).toMatch(/^Another end user has sent the same image.*live mode only\.$/);
  const other = check("duplicate_of_known_image", { knownImageDistance: 49, mode: "test" });
  expect(other.status).toBe("pass");
});

it("fails editing_software_trace for a named editor", () => {
  expect(check("editing_software_trace")).toMatchObject({ status: "pass", severity: "major" });
  const traced = check("editing_software_trace", { editingSoftware: ["Adobe Photoshop"] });
  expect(traced).toMatchObject({ status: "fail", detail: "Saved by Adobe Photoshop." });
});

it.each([
  [[], "not_applicable"],
  [[true], "pass"],
  [[true, null], "not_evaluated"],
  [[null, false], "fail"],
] as const)("single_holder of faces that are the portrait's %j: %s", (sameHolder, status) => {
  expect(check("single_holder", { sameHolder })).toMatchObject({ status, severity: "major" });
});

it("puts no value of the document into a detail", () => {
  const lines = [line("Surname: Lindqvist", 100), line("ANNA MARIA", 200)];
  expect(check("mrz_viz_consistency", { reading: { lines } }).detail).not.toMatch(/lindqvist|eriksson/i);
});

it.each(CHECKS)("an explanation of %s claims nothing that its failure would contradict", (name) => {
  expect(check(name).explanation).toMatch(/^(Whether|The check) .*\.$/);
});
