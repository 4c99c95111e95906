import { describe, expect, it } from "vitest";
import type { PortraitReading } from "#edge/inference/port.ts";
import { assessFraud } from "#edge/verdicts/fraud/assess.ts";
import { SIGNAL_RULES } from "#edge/verdicts/fraud/signals/signal-rules.ts";
import { FRAUD_THRESHOLDS } from "#edge/verdicts/fraud/signals/signals.ts";
import { line, MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";

interface Seen {
  readonly read?: Partial<PortraitReading>;
  readonly knownImageDistance?: number | null;
  readonly mode?: "live" | "test";
}

const RURITANIAN = {
  ...MRZ,
  fields: [...MRZ.fields.filter(({ name }) => name !== "issuing_state"), mrzField("issuing_state", "NLD")],
};

function assess({ read, knownImageDistance = null, mode = "live" }: Seen) {
  const verdict = assessFraud({
    forensics: {
      signals: [],
      editingSoftware: [],
      perceptualHash: new Uint8Array(128),
      reading: reading({ mrz: RURITANIAN, ...read }),
    },
    documentType: "auto",
    otherSide: null,
    knownImageDistance,
    sameHolder: [],
    mode,
    now: Date.UTC(2026, 10, 21),
  });
  const signal = (name: string) => verdict.signals.find((each) => each.name === name);
  return { ...verdict, signal };
}

it("explains each signal to staff in a sentence, triggered and not", () => {
  for (const { triggered, quiet } of Object.values(SIGNAL_RULES)) {
    for (const sentence of [triggered, quiet]) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(triggered).not.toBe(quiet);
  }
});

it("lets no signal alone reach the fraudulent threshold", () => {
  for (const { weight } of Object.values(SIGNAL_RULES)) {
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThan(FRAUD_THRESHOLDS.fraudulent);
  }
});

describe("specimen_document", () => {
  const marked = (text: string, read: Partial<PortraitReading> = {}) =>
    assess({ read: { lines: [...reading().lines, line(text, 500, 300, 0.93)], ...read } });

  it.each(["SPECIMEN", "SPÉCIMEN", "PASSPORT MUSTER", "WZÓR", "ÖRNEKTİR", "*ESPÉCIMEN*", "fac SAMPLE"])(
    "is triggered, with its region, by %j",
    (text) => {
      const { signal, decision } = marked(text);
      expect(signal("specimen_document")).toMatchObject({ triggered: true, score: 0.93 });
      expect(signal("specimen_document")?.region).toEqual(line(text, 500).box);
      expect(decision).toBe("suspicious");
    },
  );

  it.each(["MUSTERMANN", "Musterstraße 3", "Please sign as on the specimen", "EXEMPLARY"])(
    "is not by %j, which says something else",
    (text) => {
      expect(marked(text).signal("specimen_document")).toMatchObject({ triggered: false, score: 0 });
    },
  );

  it("is the word that states give specimens for a name, but no name that people bear", () => {
    const called = (name: string) => {
      const fields = MRZ.fields.filter(({ name }) => !["issuing_state", "primary_identifier"].includes(name));
      const mrz = { ...MRZ, fields: [...fields, mrzField("primary_identifier", name)] };
      return marked(name, { mrz }).signal("specimen_document")?.triggered;
    };
    expect(called("MUSTER")).toBe(false);
    expect(called("SPECIMEN")).toBe(true);
  });

  it("is triggered by such a name in the MRZ alone, and by the surest of several marks", () => {
    const fields = RURITANIAN.fields.filter(({ name }) => name !== "secondary_identifier");
    const mrz = {
      ...RURITANIAN,
      fields: [...fields, mrzField("secondary_identifier", "TEST SPECIMEN", 0.8)],
    };
    expect(assess({ read: { mrz } }).signal("specimen_document")?.score).toBe(0.8);
    expect(marked("SPECIMEN", { mrz }).signal("specimen_document")?.score).toBe(0.93);
    const lines = [line("MUESTRA", 20, 10, 0.6), line("SPECIMEN", 60, 10, 0.7)];
    expect(assess({ read: { mrz, lines } }).signal("specimen_document")?.score).toBe(0.8);
  });

  it("is triggered by ICAO's specimen state, in the MRZ", () => {
    const { signal } = assess({ read: { mrz: MRZ } });
    expect(signal("specimen_document")).toMatchObject({ triggered: true, region: [10, 600, 200, 20] });
  });

  it("is reported in test mode, and counts in live mode only", () => {
    const specimen = { read: { mrz: MRZ } };
    expect(assess({ ...specimen, mode: "live" }).decision).toBe("suspicious");
    const shown = assess({ ...specimen, mode: "test" });
    expect(shown.signal("specimen_document")?.triggered).toBe(true);
    expect(shown).toMatchObject({ decision: "clean", overallScore: 0 });
  });
});

describe("duplicate_image", () => {
  const score = (knownImageDistance: number | null) =>
    assess({ knownImageDistance }).signal("duplicate_image");

  it("scores the similarity to another customer's image, with the threshold at which both are the same", () => {
    expect(score(0)).toMatchObject({ score: 1, triggered: true, region: null });
    expect(score(48)).toMatchObject({ score: 0.5, triggered: true });
    expect(score(49)).toMatchObject({ triggered: false });
    expect(score(65)).toMatchObject({ score: 0 });
    expect(score(Number.POSITIVE_INFINITY)).toMatchObject({ score: 0, triggered: false });
  });

  it("agrees with the check of the same name", () => {
    for (const distance of [0, 20, 48, 49, 60, 500]) {
      const { deterministicChecks, signal } = assess({ knownImageDistance: distance });
      const check = deterministicChecks.find(({ name }) => name === "duplicate_of_known_image");
      expect(check?.status === "fail").toBe(signal("duplicate_image")?.triggered);
    }
  });

  it("is reported in test mode, and makes nothing suspicious there: one card comes under many references", () => {
    const again = { knownImageDistance: 0 };
    expect(assess({ ...again, mode: "live" }).decision).toBe("suspicious");
    const result = assess({ ...again, mode: "test" });
    expect(result.signal("duplicate_image")).toMatchObject({ score: 1, triggered: true });
    expect(result).toMatchObject({ decision: "clean", overallScore: 0, majorFailed: false });
  });

  it("is left out if other people's images cannot be distinguished from one's own", () => {
    expect(score(null)).toBeUndefined();
  });
});
