import { describe, expect, it } from "vitest";
import type { TextLine } from "#edge/inference/port.ts";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { line, MRZ, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const birth = (...lines: TextLine[]) => mergeFields(reading({ mrz: MRZ, lines }), NOW).place_of_birth?.value;

/** The MRZ's values, as printed by a page of two columns whose labels were lost. */
const names = [line("ERIKSSON", 100), line("ANNA MARIA", 160)];
const nationality = line("UTO", 220);
const dates = [line("12.08.1974", 220, 700), line("16.04.2022", 400, 700), line("15.04.2032", 460, 700)];
const page = [...names, nationality, ...dates, line("L898902C3", 100, 700)];
const at = (text: string, y = 160, confidence = 0.95) => line(text, y, 700, confidence);

describe("a word whose label cannot be read, beside an MRZ", () => {
  it.each(["BREMEL", "PORT ELISE", "SAINT-VARENNE", "ORESK, KALDOR"])(
    "is the place of birth: %s",
    (place) => {
      expect(birth(...page, at(place))).toBe(place);
      for (const [x, y] of [
        [20, 160],
        [700, 900],
      ] as const)
        expect(birth(...page, { ...at(place), place: [x, y, 80, 20] })).toBeUndefined();
    },
  );

  it("is none if another word may be it, read well or not", () => {
    expect(birth(...page, at("BREMEL"), line("KALDOR", 280))).toBeUndefined();
    expect(birth(...page, at("BREMEL"), line("KALDOR", 280, 300, 0.6))).toBeUndefined();
    expect(birth(...page, at("BREMEL", 160, 0.8))).toBeUndefined();
  });

  it("is returned beside eye colours, words for the sex, and lines of an address", () => {
    const address = [line("12 MILL ROAD", 340), line("KALDOR", 364)];
    expect(birth(...page, at("BREMEL"), line("GREEN", 280), line("FEMALE", 250), ...address)).toBe("BREMEL");
    expect(birth(...page, line("GREEN", 280), line("FEMALE", 250), ...address)).toBeUndefined();
  });

  it("is returned above a value of letters and digits that does not follow it at once", () => {
    const column = page.map((each) => (each.text === "12.08.1974" ? line(each.text, 184, 700) : each));
    expect(birth(...column, at("BREMEL"), line("PREFECTURE 12", 196, 700))).toBe("BREMEL");
    expect(birth(...page, at("BREMEL"), line("PREFECTURE 12", 184, 700))).toBeUndefined();
  });

  it("is no authority, and no label with print of the background behind it", () => {
    for (const text of ["CITYOFBREMEL", "PREFECTURE", "Ministry of Interior", "SESSOMENT.OFA"]) {
      expect(birth(...page, at(text, 280))).toBeUndefined();
      expect(birth(...page, at("BREMEL"), line(text, 280))).toBe("BREMEL");
    }
    expect(birth(...page, at("ST. VARENNE"))).toBe("ST. VARENNE");
  });

  it("is none beside the dates of issue and expiry, where authorities are printed", () => {
    expect(birth(...page, at("BREMEL", 340))).toBeUndefined();
    expect(birth(...page, at("BREMEL", 430))).toBeUndefined();
    expect(birth(...page, at("BREMEL", 280))).toBe("BREMEL");
    expect(birth(...page, at("BREMEL", 280), line("KALDOR", 430))).toBe("BREMEL");
  });

  it("is none if the nationality was not found in print, which may be that word", () => {
    expect(birth(...page.filter((each) => each !== nationality), at("BREMEL"))).toBeUndefined();
  });

  it("is none under a label that was read and says something else, but under the beginning of its own", () => {
    const under = (text: string, confidence = 0.95) => {
      const [x, y, width, height] = at(text, 146).place;
      const label = { ...at(text, 146, confidence), place: [x, y, width, height / 2] as const };
      return birth(...page, label, at("BREMEL"));
    };
    expect(under("Profession")).toBeUndefined();
    expect(under("Signature", 0.6)).toBeUndefined();
    expect(under("Profession", 0.6)).toBe("BREMEL");
    expect(under("Luigar de nacim")).toBe("BREMEL");
  });

  it("is none that is larger or smaller than the MRZ's values, or has small letters if these have none", () => {
    const [x, y, width] = at("BREMEL").place;
    for (const height of [14, 28])
      expect(birth(...page, { ...at("BREMEL"), place: [x, y, width, height] })).toBeUndefined();
    expect(birth(...page, at("Bremel"))).toBeUndefined();
    const written = page.map((each) => ({ ...each, text: each.text.replace("ERIKSSON", "Eriksson") }));
    expect(birth(...written, at("Bremel"))).toBe("Bremel");
  });

  it("is none that is a part of the holder's names, or a title over the first of the MRZ's values", () => {
    expect(birth(...page, at("MARIA"))).toBeUndefined();
    expect(birth(...page, at("NNA MAR"))).toBeUndefined();
    expect(birth(...page, at("ERIKSON"))).toBeUndefined();
    expect(birth(...page, at("ANNA MAPIA"))).toBeUndefined();
    expect(birth(...page, at("SPECIMEN", 60))).toBeUndefined();
  });
});
