import { describe, expect, it } from "vitest";
import { issuerOf, missingSide } from "#edge/verdicts/document/portrait-side.ts";
import { linkSides, mergeSides } from "#edge/verdicts/document/sides.ts";
import { candidatesOf } from "#edge/verdicts/ocr/detected-type.ts";
import { line, reading } from "#test/harness/edge/inference-results.ts";
import { back, front } from "../../api/verifications/two-sided.ts";

const NOW = Date.UTC(2026, 10, 22);
const otherSide = back().reading;
const link = (printed: Parameters<typeof front>[0] = {}, changes: Parameters<typeof front>[1] = {}) =>
  linkSides(front(printed, changes).reading, otherSide, NOW);
const printing = (...texts: string[]) => ({ lines: texts.map((text, i) => line(text, 40 + 40 * i)) });

describe("front and back are one document", () => {
  it("by number, name and birth date, whichever way round they are sent", () => {
    expect(link()).toBe("linked");
    expect(linkSides(otherSide, front().reading, NOW)).toBe("linked");
  });

  it.each([
    ["its number", "Document number: L898902C3"],
    ["its holder's name", "Eriksson Anna Maria"],
    ["its holder's birth date", "Date of birth: 12 AUG 1974"],
  ])("by %s alone", (_, text) => {
    expect(link({}, printing("RESIDENCE PERMIT", text))).toBe("linked");
  });

  it.each([{ surname: "Svensson" }, { number: "X7654321Y" }, { born: "01 JAN 1990" }])(
    "never while they contradict each other: %j",
    (printed) => {
      expect(link(printed)).toBe("contradicting");
    },
  );

  it("by no surname alone, which a family has in common", () => {
    expect(link({}, printing("RESIDENCE PERMIT", "Surname: Eriksson"))).toBe("not_linked");
  });

  it("by no expiry date, which many documents have in common", () => {
    expect(link({}, printing("RESIDENCE PERMIT", "Date of expiry: 15 APR 2032"))).toBe("not_linked");
  });

  it("by nothing that was not read with confidence, which contradicts nothing either", () => {
    const faint = {
      lines: front({ surname: "Svensson" }).reading.lines.map((each) => ({ ...each, confidence: 0.7 })),
    };
    const blank = { ...otherSide, mrz: { ...otherSide.mrz!, fields: [] } };
    expect(linkSides(front({}, faint).reading, blank, NOW)).toBe("not_linked");
  });

  it("though one character was read as its look-alike", () => {
    expect(link({ number: "L8989O2C3" })).toBe("linked");
  });
});

it("returns the MRZ's value of a field on both sides, and the only value of the others", () => {
  const fields = mergeSides(front().reading, otherSide, NOW);
  expect(fields).toMatchObject({ document_number: { source: "mrz" }, last_name: { value: "ERIKSSON" } });
  expect(mergeSides(front().reading, null, NOW).last_name?.value).toBe("Eriksson");
});

it("returns a name of the back's MRZ as uncertain if the front prints it with another letter", () => {
  const fields = (surname: string) => mergeSides(front({ surname }).reading, otherSide, NOW);
  expect(fields("Ericsson").last_name).toMatchObject({ value: "ERIKSSON", alternative: "Ericsson" });
  expect(fields("Eriksson").last_name).not.toHaveProperty("alternative");
});

describe("a back whose MRZ cannot say all that the front prints", () => {
  const mrzOf = (changes: Readonly<Record<string, string>>, names: string) => {
    const { mrz } = otherSide;
    const lines = [mrz!.lines[0]!, mrz!.lines[1]!, names.padEnd(30, "<")];
    const fields = mrz!.fields.map((field) => ({ ...field, value: changes[field.name] ?? field.value }));
    return { ...otherSide, mrz: { ...mrz!, lines, fields } };
  };
  const printed = (name: string, born = "12 AUG 1974") => {
    const [last, first] = name.split(", ");
    const texts = [`Surname: ${last}`, `Given names: ${first}`, `Date of birth: ${born}`];
    return front({}, printing("RESIDENCE PERMIT", ...texts)).reading;
  };
  const G_MA = mrzOf(
    { primary_identifier: "LINDQVIST HALLSTROM BERG", secondary_identifier: "G MA" },
    "LINDQVIST<HALLSTROM<BERG<<G<MA",
  );
  const GUENTHE = mrzOf(
    { primary_identifier: "MUELLER LUEDENSCHEIDT", secondary_identifier: "GUENTHE" },
    "MUELLER<LUEDENSCHEIDT<<GUENTHE",
  );

  // ZsBT/mrz-java#27.
  it("matches the front if it abbreviates the names; the printed ones are returned", () => {
    const page = printed("LINDQVIST-HALLSTROM-BERG, GUNNEL MARGARETA");
    expect(linkSides(page, G_MA, NOW)).toBe("linked");
    expect(linkSides(G_MA, page, NOW)).toBe("linked");
    expect(mergeSides(page, G_MA, NOW)).toMatchObject({
      first_name: { value: "GUNNEL MARGARETA", source: "both" },
      full_name: { value: "GUNNEL MARGARETA LINDQVIST HALLSTROM BERG" },
    });
  });

  // covpass-android#198.
  it("is of one document with names whose marks the reader does not write", () => {
    const page = printed("MULLER-LUDENSCHEIDT, GUNTHER JORG");
    expect(linkSides(page, GUENTHE, NOW)).toBe("linked");
    const { last_name } = mergeSides(page, GUENTHE, NOW);
    expect(last_name).toMatchObject({ value: "MUELLER LUEDENSCHEIDT", confidence: 0.95 });
    expect(last_name).not.toHaveProperty("alternative");
  });

  it.each([
    ["LINDQVIST-HALLSTROM-BERG, SVEN OLOF", G_MA],
    ["LINDQVIST-HALLSTROM-BERG, HEDVIG MARGARETA", G_MA],
    ["SVENSSON-HALLBERG-STROM, GUNNEL MARGARETA", G_MA],
    ["MULLER-LUDENSCHEIDT, WERNER JORG", GUENTHE],
  ])("contradicts another name: %s", (name, back) => {
    expect(linkSides(printed(name), back, NOW)).toBe("contradicting");
  });

  // opensanctions/opensanctions#4940, evermeer/PassportScanner#30.
  it("has its years from the front", () => {
    const old = mrzOf({ date_of_birth: "240301", date_of_expiry: "990101" }, "ERIKSSON<<ANNA<MARIA");
    const page = (end: string) => {
      const texts = ["Eriksson Anna Maria", "Date of birth: 01 MAR 1924", `Valid until: ${end}`];
      return front({}, printing("RESIDENCE PERMIT", ...texts)).reading;
    };
    expect(linkSides(page("01 01 9999"), old, NOW)).toBe("linked");
    expect(mergeSides(page("01 01 9999"), old, NOW)).toMatchObject({
      date_of_birth: { value: "1924-03-01" },
      date_of_expiry: { value: "9999-01-01" },
    });
    expect(linkSides(page("05 05 2031"), old, NOW)).toBe("contradicting");
  });

  it("contradicts a century that no document of its kind reaches", () => {
    const expired = mrzOf({ date_of_expiry: "240101" }, "ERIKSSON<<ANNA<MARIA");
    const page = front({}, printing("RESIDENCE PERMIT", "Eriksson Anna Maria", "Valid until: 01 01 2124"));
    expect(mergeSides(page.reading, expired, NOW).date_of_expiry?.value).toBe("2024-01-01");
  });
});

it("is of the type that both sides allow, or that the MRZ states", () => {
  expect(candidatesOf(front().reading, otherSide)).toEqual(["residence_permit"]);
  const passport = front({}, printing("PASSPORT")).reading;
  expect(candidatesOf(passport, otherSide)).toEqual(["residence_permit", "cid"]);
  expect(candidatesOf(front({}, printing("Anything")).reading, null)).toBeNull();
});

it("has the type of its front's title if the MRZ's document code is unknown", () => {
  const own = {
    ...otherSide,
    mrz: { ...otherSide.mrz!, lines: ["XPUTO", ...otherSide.mrz!.lines.slice(1)] },
    lines: [],
  };
  expect(candidatesOf(front().reading, own)).toEqual(["residence_permit"]);
  expect(candidatesOf(front({}, printing("Anything")).reading, own)).toEqual(["other"]);
});

describe("an image alone", () => {
  it.each([
    ["residence_permit", null, "back"],
    ["cid", "DEU", "back"],
    ["cid", "TUR", "back"],
    ["cid", "VNM", "back"],
    ["voter_id", "MEX", "back"],
    ["voter_id", "IND", null],
    ["cid", "IDN", null],
    ["cid", "IND", null],
    ["cid", null, null],
    ["driving_license", "DEU", null],
    ["passport", "DEU", null],
  ] as const)("of a %s of %s lacks: %s", (type, country, missing) => {
    expect(missingSide(front().reading, type, country, NOW)).toBe(missing);
  });

  it.each([
    [["TEXAS USA DRIVER LICENSE", "DL 12345678", "DOB 01/31/1970", "EXP 01/31/2031"], "back"],
    [["ONTARIO", "DRIVER'S LICENCE", "4d DL NO D1234", "3 DOB 1970/01/31", "4b EXP 2031/01/31"], "back"],
    [["GEORGIA", "DRIVING LICENCE", "1. MAISURADZE", "2. NINO", "3. 31.01.1970", "4b. 31.01.2031"], null],
  ] as const)("with the lines %j lacks: %s, where a licence's barcode is", (texts, missing) => {
    const page = reading({ mrz: null, ...printing(...texts) });
    expect(missingSide(page, "driving_license", null, NOW)).toBe(missing);
  });

  it("is issued by the printed state, or else, for identity cards, by the holder's", () => {
    const [FRA, UTO] = ["FRA", "UTO"].map(
      (value) => ({ value, confidence: 1, source: "viz", bbox: null }) as const,
    );
    expect(issuerOf({ nationality: FRA! })).toBe("FRA");
    expect(issuerOf({ nationality: FRA!, issuing_country: UTO! })).toBe("UTO");
    expect(issuerOf({})).toBeNull();
  });

  it("with a card's MRZ and no portrait lacks the front; with both, nothing", () => {
    expect(missingSide(otherSide, "residence_permit", "UTO", NOW)).toBe("front");
    expect(missingSide({ ...otherSide, portrait: front().reading.portrait }, "cid", "DEU", NOW)).toBeNull();
    expect(missingSide(reading({ portrait: null }), "passport", "UTO", NOW)).toBeNull();
  });
});
