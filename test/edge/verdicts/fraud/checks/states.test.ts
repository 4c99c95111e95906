import { describe, expect, it } from "vitest";
import type { Mrz } from "#edge/inference/port.ts";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";
import type { CheckName } from "#vocabulary/fraud.ts";
import { check, NOW, withField } from "./checking.ts";

// idpass/smartscanner-mrz-parser#4, #9, #10: cards whose composite digit follows no public rule.
describe("a digit that the issuing state computes by a rule of its own", () => {
  const card = (
    state: string,
    wrong: readonly string[],
    format: Mrz["format"] = "TD1",
    confidence = 0.95,
  ) => {
    const { fields } = withField("issuing_state", state);
    const checks = MRZ.checks.map((each) => ({ ...each, valid: !wrong.includes(each.name), confidence }));
    const mrz = { ...MRZ, format, fields, checks };
    const status = (name: CheckName) => check(name, { reading: { mrz } }).status;
    return {
      number: status("mrz_document_number_checksum"),
      birth: status("mrz_birth_date_checksum"),
      composite: status("mrz_composite_checksum"),
      rule: status("mrz_state_rule"),
    };
  };

  it.each([
    ["GTM", ["composite"]],
    ["DOM", ["composite"]],
    ["PAK", ["document_number", "composite"]],
  ])("asks for a review, and fails nothing critical, if it does not fit: %s", (state, wrong) => {
    const found = card(state, wrong);
    expect(found).toMatchObject({ birth: "pass", composite: "not_applicable", rule: "fail" });
    expect(found.number).toBe(wrong.includes("document_number") ? "not_applicable" : "pass");
    expect(check("mrz_state_rule")).toMatchObject({ severity: "major", required: false });
    expect(card(state, [])).toMatchObject({ number: "pass", composite: "pass", rule: "pass" });
    expect(card(state, wrong, "TD1", 0.5).rule).toBe("not_evaluated");
  });

  it("is no other digit, no other state's, and none of a passport", () => {
    expect(card("GTM", ["date_of_birth", "composite"]).birth).toBe("fail");
    expect(card("GTM", ["document_number"]).number).toBe("fail");
    expect(card("BEL", ["document_number"])).toMatchObject({ number: "fail", rule: "not_applicable" });
    expect(card("DEU", ["composite"])).toMatchObject({ composite: "fail", rule: "not_applicable" });
    expect(card("GTM", ["composite"], "TD3")).toMatchObject({ composite: "fail", rule: "not_applicable" });
  });
});

describe("date_order", () => {
  // davedelong/calendar_fallacies#46, w3c/html#1340: documents of people whose day of birth is unknown.
  it.each(["740000", "740800", "740012", "000000"])(
    "takes 00 for an unknown part of a birth: %s",
    (birth) => {
      const mrz = withField("date_of_birth", birth);
      expect(check("date_order", { reading: { mrz } }).status).not.toBe("fail");
      expect(mergeFields(reading({ mrz }), NOW)).not.toHaveProperty("date_of_birth");
    },
  );

  it.each(["741300", "740041", "741308", "740841", "740230"])("fails for %s, which is no date", (birth) => {
    const mrz = withField("date_of_birth", birth);
    expect(check("date_order", { reading: { mrz } }).status).toBe("fail");
  });
});

describe("issuing_country_valid", () => {
  const state = (code: string, confidence?: number) =>
    check("issuing_country_valid", { reading: { mrz: withField("issuing_state", code, confidence) } }).status;

  // Doc 9303-3, section 5; cheminfo/mrz#39 (XXK on German residence permits).
  it.each(
    "TUR D UTO EUE UNO UNA UNK XBA XCC XCE XCO XEC XIM XMP XOM XPO XXA XXB XXC XXX GBD GBN GBO GBP GBS RKS XXK ANT NTZ INP ADB".split(
      " ",
    ),
  )("knows %s", (code) => {
    expect(state(code)).toBe("pass");
  });

  // WSA: the World Service Authority, whose passports are for sale.
  it.each(["DEX", "TU", "", "ZZZ", "132", "R0U", "WSA"])("does not know %j", (code) => {
    expect(state(code)).toBe("fail");
    expect(state(code, 0.5)).toBe("not_evaluated");
  });
});

describe("id_number_checksum", () => {
  const number = (country: string, value: string, confidence?: number) => {
    const { fields } = withField("issuing_state", country);
    const mrz = {
      ...MRZ,
      fields: [
        ...fields.filter(({ name }) => name !== "personal_number"),
        mrzField("optional_data", value, confidence),
      ],
    };
    return check("id_number_checksum", { reading: { mrz } }).status;
  };

  it.each([
    ["TUR", "10000000146", "10000000147"],
    ["TUR", "10000000146", "10000000156"],
    ["ESP", "99999999R", "99999999T"],
    ["ESP", "X1234567L", "Y1234567L"],
    ["POL", "44051401359", "44051401358"],
  ])("%s: passes %s and fails %s", (country, right, wrong) => {
    expect(number(country, right)).toBe("pass");
    expect(number(country, wrong)).toBe("fail");
    expect(number(country, wrong, 0.5)).toBe("not_evaluated");
  });

  it("judges a document's own number only if that is the national number", () => {
    const own = (country: string, value: string) => {
      const kept = MRZ.fields.filter(
        ({ name }) => !["issuing_state", "personal_number", "document_number"].includes(name),
      );
      const fields = [...kept, mrzField("issuing_state", country), mrzField("document_number", value)];
      return check("id_number_checksum", { reading: { mrz: { ...MRZ, fields }, lines: [] } }).status;
    };
    expect(own("NLD", "111222334")).toBe("not_evaluated");
    expect(own("TWN", "A123456789")).toBe("pass");
    expect(own("TWN", "A123456788")).toBe("fail");
    // Since 2013 Chile's documents have numbers of their own, which look like the holder's.
    expect(own("CHL", "123456786")).toBe("not_evaluated");
  });

  it.each([
    ["LTU", "36813280103"],
    ["MEX", "BOXW891313HNERXN01"],
  ])("%s: neither passes nor fails %s, whose digits fit and whose birth is no date", (country, value) => {
    expect(number(country, value)).toBe("not_evaluated");
  });

  it("is not evaluated without a number, and does not apply to other countries", () => {
    expect(number("TUR", "")).toBe("not_evaluated");
    expect(number("UTO", "10000000147")).toBe("not_applicable");
    expect(check("id_number_checksum")).toMatchObject({ severity: "critical", required: false });
  });
});
