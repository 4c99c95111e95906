import { describe, expect, it } from "vitest";
import { issuerOf, missingSide } from "../../../../edge/verdicts/document/needs-back.ts";
import { linkSides, mergeSides } from "../../../../edge/verdicts/document/sides.ts";
import { candidatesOf } from "../../../../edge/verdicts/ocr/detected-type.ts";
import { mergeFields } from "../../../../edge/verdicts/ocr/fields.ts";
import { line, reading } from "../../../harness/edge/inference-results.ts";
import { back, front } from "../../api/verifications/two-sided.ts";

const NOW = Date.UTC(2026, 10, 22);
const zone = back().reading;
const link = (printed: Parameters<typeof front>[0] = {}, changes: Parameters<typeof front>[1] = {}) =>
  linkSides(front(printed, changes).reading, zone, NOW);
const printing = (...texts: string[]) => ({ lines: texts.map((text, i) => line(text, 40 + 40 * i)) });

describe("front and back are one document", () => {
  it("by number, name and birth date, whichever way round they are sent", () => {
    expect(link()).toBe("linked");
    expect(linkSides(zone, front().reading, NOW)).toBe("linked");
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
    const blank = { ...zone, mrz: { ...zone.mrz!, fields: [] } };
    expect(linkSides(front({}, faint).reading, blank, NOW)).toBe("not_linked");
  });

  it("though one character was read as its look-alike", () => {
    expect(link({ number: "L8989O2C3" })).toBe("linked");
  });
});

it("tells of what both sides show the zone's value, and of the rest the side's that shows it", () => {
  const fields = mergeSides(mergeFields(front().reading, NOW), mergeFields(zone, NOW));
  expect(fields).toMatchObject({ document_number: { source: "mrz" }, last_name: { value: "ERIKSSON" } });
  expect(mergeSides(mergeFields(front().reading, NOW), {}).last_name?.value).toBe("Eriksson");
});

it("tells a name of the back's zone as uncertain where the front prints it with another letter", () => {
  const fields = (surname: string) =>
    mergeSides(mergeFields(front({ surname }).reading, NOW), mergeFields(zone, NOW));
  expect(fields("Ericsson").last_name).toMatchObject({ value: "ERIKSSON", alternative: "Ericsson" });
  expect(fields("Eriksson").last_name).not.toHaveProperty("alternative");
});

it("is of the type that both sides allow, or that the zone states", () => {
  expect(candidatesOf(front().reading, zone)).toEqual(["residence_permit"]);
  const passport = front({}, printing("PASSPORT")).reading;
  expect(candidatesOf(passport, zone)).toEqual(["residence_permit", "cid"]);
  expect(candidatesOf(front({}, printing("Anything")).reading, null)).toBeNull();
});

describe("a picture alone", () => {
  it.each([
    ["residence_permit", null, "back"],
    ["cid", "DEU", "back"],
    ["cid", "IND", null],
    ["cid", null, null],
    ["driving_license", "DEU", null],
    ["passport", "DEU", null],
  ] as const)("of a %s of %s lacks: %s", (type, country, missing) => {
    expect(missingSide(front().reading, type, country)).toBe(missing);
  });

  it("is issued by the state that it names, else by its holder's, of whom identity cards are made out", () => {
    const [FRA, UTO] = ["FRA", "UTO"].map(
      (value) => ({ value, confidence: 1, source: "viz", bbox: null }) as const,
    );
    expect(issuerOf({ nationality: FRA! })).toBe("FRA");
    expect(issuerOf({ nationality: FRA!, issuing_country: UTO! })).toBe("UTO");
    expect(issuerOf({})).toBeNull();
  });

  it("with a card's zone and no portrait lacks the front; with both, nothing", () => {
    expect(missingSide(zone, "residence_permit", "UTO")).toBe("front");
    expect(missingSide({ ...zone, portrait: front().reading.portrait }, "cid", "DEU")).toBeNull();
    expect(missingSide(reading({ portrait: null }), "passport", "UTO")).toBeNull();
  });
});
