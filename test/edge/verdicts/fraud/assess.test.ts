import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Forensics, PortraitReading } from "#edge/inference/port.ts";
import { assessFraud, type FraudInput } from "#edge/verdicts/fraud/assess.ts";
import { line, MRZ, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const NAMES = ["digital_tampering", "portrait_substitution"];

const PAGE = [
  { x: 0, y: 0, z: 0 },
  { x: 1200, y: 0, z: 0 },
  { x: 1200, y: 840, z: 0 },
  { x: 0, y: 840, z: 0 },
];

const signal = (name: string, score: number): Forensics["signals"][number] => ({
  name,
  score,
  region: [1, 2, 3, 4],
  model: { name: "model", version: "1" },
});

function input(
  changes: Partial<FraudInput> & { signals?: Forensics["signals"]; read?: Partial<PortraitReading> } = {},
): FraudInput {
  const { signals = [], read, ...rest } = changes;
  const forensics = {
    signals,
    editingSoftware: [],
    perceptualHash: new Uint8Array(128),
    reading: reading(read),
  };
  const known = { knownImageDistance: Number.POSITIVE_INFINITY, sameHolder: [], mode: "test" as const };
  return { forensics, documentType: "auto", otherSide: null, ...known, now: NOW, ...rest };
}

it("calls a good passport clean, with its own type", () => {
  expect(assessFraud(input())).toMatchObject({
    decision: "clean",
    isFraudulent: false,
    overallScore: 0,
    documentType: "passport",
    qualityGate: { passed: true, issues: [] },
    criticalFailed: false,
    majorFailed: false,
    requiredMissing: false,
  });
});

it("calls a passport whose MRZ could not be read inconclusive", () => {
  const verdict = assessFraud(input({ read: { mrz: null }, documentType: "passport" }));
  expect(verdict).toMatchObject({ decision: "inconclusive", requiredMissing: true });
});

/** Cards without an MRZ. */
const titled = (...lines: string[]) => ({
  mrz: null,
  lines: ["IDENTITY CARD", ...lines].map((text, i) => line(text, 20 + 20 * i)),
});

describe("M1: a document is clean only if a check of authenticity was evaluated", () => {
  const plain = titled("Surname: Eriksson", "Date of birth: 12 AUG 1974", "Date of expiry: 31 DEC 2049");
  const numbered = (number: string) =>
    titled("Issuing country: ESP", `Personal number: ${number}`, "Eriksson");
  const back = reading({ mrz: { ...MRZ, format: "TD1" as const }, portrait: null });

  it("so that one on which nothing can be checked is inconclusive, and says so", () => {
    for (const documentType of ["auto", "cid", "driving_license", "voter_id", "other"] as const) {
      for (const mode of ["test", "live"] as const) {
        const verdict = assessFraud(input({ read: plain, documentType, mode }));
        expect(verdict.deterministicChecks.some(({ status }) => status === "fail")).toBe(false);
        expect(verdict).toMatchObject({
          decision: "inconclusive",
          qualityGate: { passed: true },
          requiredMissing: false,
          authenticityMissing: true,
        });
      }
    }
  });

  it("a national number whose check holds is one", () => {
    const verdict = assessFraud(input({ read: numbered("12345678Z") }));
    expect(verdict).toMatchObject({ decision: "clean", authenticityMissing: false });
    const wrong = assessFraud(input({ read: numbered("12345678A") }));
    expect(wrong).toMatchObject({ decision: "fraudulent", authenticityMissing: false });
  });

  it("the digits of the French identity card's own MRZ are some, without an expiry among them", () => {
    const names = ["document_number", "date_of_birth", "composite"];
    const mrz = (valid: boolean) => ({
      ...MRZ,
      format: "FRA_ID" as const,
      lines: ["IDFRABLANCHARD<<<<<<<<<<<<<<<<75K002", "160275K002777CLAIRE<<LOUISE8512062F5"],
      fields: MRZ.fields.filter(({ name }) => name !== "date_of_expiry"),
      checks: names.map((name) => ({ name, valid, confidence: 0.98 })),
    });
    // The printed text is on the other side, so that the digits alone are compared with anything.
    const french = (valid: boolean) => reading({ mrz: mrz(valid), lines: [], portrait: null });
    const verdict = assessFraud(input({ read: plain, otherSide: french(true) }));
    expect(verdict).toMatchObject({ decision: "clean", authenticityMissing: false });
    const forged = assessFraud(input({ read: french(false), otherSide: reading(plain) }));
    expect(forged).toMatchObject({ decision: "fraudulent", authenticityMissing: false });
  });

  it("that of one side is enough for the other, whichever bears it", () => {
    const front = assessFraud(input({ read: plain, otherSide: back }));
    expect(front).toMatchObject({ decision: "clean", authenticityMissing: false });
    const behind = assessFraud(input({ read: back, otherSide: reading(plain) }));
    expect(behind).toMatchObject({ decision: "clean", authenticityMissing: false });
    const two = assessFraud(input({ read: plain, otherSide: reading(plain) }));
    expect(two).toMatchObject({ decision: "inconclusive", authenticityMissing: true });
  });

  it("characters that were not read with confidence check nothing, on either side", () => {
    const checks = MRZ.checks.map((check) => ({ ...check, valid: false, confidence: 0.2 }));
    const lines = [line("a", 20)];
    const unread = reading({ mrz: { ...MRZ, format: "TD1" as const, checks }, portrait: null, lines });
    const verdict = assessFraud(input({ read: plain, otherSide: unread }));
    expect(verdict).toMatchObject({ decision: "inconclusive", authenticityMissing: true });
  });
});

it("calls a card without a portrait suspicious", () => {
  const faceless = {
    mrz: null,
    lines: [line("IDENTITY CARD", 20), line("Surname: Eriksson", 40)],
    portrait: null,
    outline: PAGE,
  };
  const verdict = assessFraud(input({ read: faceless }));
  expect(verdict.decision).toBe("suspicious");
  expect(verdict.signals.find(({ name }) => name === "face_missing")).toMatchObject({ triggered: true });
});

describe("an image without a document", () => {
  const person = { ...reading().portrait!, box: [300, 100, 420, 560] as const };
  const texts = (...lines: string[]) => lines.map((text, n) => line(text, 40 + 40 * n));

  it.each<[string, Partial<PortraitReading>]>([
    ["a desk", { lines: [], portrait: null }],
    ["a selfie", { lines: [], portrait: person }],
    ["a selfie in a shirt", { lines: texts("NEW YORK", "CITY MARATHON", "FINISHER 2019"), portrait: person }],
    ["a selfie in a shirt that says PASSPORT", { lines: texts("PASSPORT", "a", "b"), portrait: person }],
    ["a chat", { lines: texts("Anna", "Coming on 12.03.2026?", "Main Street 12", "See you") }],
    [
      "a chat with an image of its writer",
      { lines: texts("Anna", "Hi!", "Great"), portrait: reading().portrait },
    ],
    ["a page of a book", { lines: texts("It was the best of times,", "it was the worst of times", "12") }],
    [
      "a letter that asks for one",
      { lines: texts("Dear Anna,", "bring your passport", "Yours"), outline: PAGE },
    ],
    ["a business card", { lines: texts("Name: Anna Eriksson", "Engineer", "Example Ltd"), outline: PAGE }],
  ])("is never clean: %s", (_, read) => {
    const { decision, qualityGate } = assessFraud(input({ read: { mrz: null, portrait: null, ...read } }));
    expect([decision, qualityGate.issues[0]]).toEqual(["inconclusive", "no_document_found"]);
  });

  it("is inconclusive whatever text, face, page and scores it shows, until something fails", () => {
    const word = fc.constantFrom(
      "times",
      "wisdom",
      "12.03.2026",
      "Berlin",
      "MARATHON",
      "see you",
      "L898902C3",
    );
    const seen = fc.record({
      lines: fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { maxLength: 30 }),
      portrait: fc.constantFrom(null, reading().portrait, person),
      outline: fc.constantFrom(null, PAGE),
      score: fc.double({ min: 0, max: 0.49, noNaN: true }),
      documentType: fc.constantFrom("auto" as const, "cid" as const, "passport" as const),
      mode: fc.constantFrom("live" as const, "test" as const),
    });
    fc.assert(
      fc.property(seen, ({ lines, portrait, outline, score, ...rest }) => {
        const read = { mrz: null, lines: texts(...lines.map((words) => words.join(" "))), portrait, outline };
        const verdict = assessFraud(input({ read, signals: [signal("digital_tampering", score)], ...rest }));
        expect(verdict.qualityGate.issues).toContain("no_document_found");
        expect(["inconclusive", "fraudulent"]).toContain(verdict.decision);
        expect(verdict.decision).toBe(verdict.criticalFailed ? "fraudulent" : "inconclusive");
      }),
    );
  });
});

it("calls no document clean by the absence of an MRZ if lines of one suit no format", () => {
  const lines = [line("IDENTITY CARD", 20), line("a", 40), line("b", 60)];
  const verdict = assessFraud(input({ read: { mrz: null, unknownMrz: true, lines } }));
  expect(verdict).toMatchObject({ decision: "inconclusive", requiredMissing: false });
  const digit = verdict.deterministicChecks.find(({ name }) => name === "mrz_composite_checksum");
  expect(digit).toMatchObject({ status: "not_evaluated", required: false });
});

it("requires no face on a card's back with the MRZ", () => {
  const mrz = { ...MRZ, format: "TD1" as const, lines: ["I<UTO", "", ""] };
  const { signals } = assessFraud(input({ read: { mrz, portrait: null } }));
  expect(signals.find(({ name }) => name === "face_missing")).toMatchObject({ triggered: false, score: 0 });
});

it.each([
  [{ laplacianVariance: 1 }, "image_too_blurry"],
  [{ meanLuma: 20 }, "image_too_dark"],
  [{ meanLuma: 250 }, "image_too_bright"],
  [{ documentLongSide: 300 }, "resolution_too_low"],
  [{ unreadLines: 3 }, "too_much_text"],
])("does not judge a poor capture: %j", (measure, issue) => {
  const quality = { ...reading().quality, ...measure };
  const verdict = assessFraud(input({ read: { quality }, signals: [signal("digital_tampering", 1)] }));
  expect(verdict).toMatchObject({
    decision: "inconclusive",
    qualityGate: { passed: false, issues: [issue] },
  });
});

it("lets no pixel signal alone call a document fraudulent, but two that agree", () => {
  for (const name of NAMES) {
    expect(assessFraud(input({ signals: [signal(name, 1)] })).decision).toBe("suspicious");
  }
  const two = NAMES.map((name) => signal(name, 1));
  expect(assessFraud(input({ signals: two })).decision).toBe("fraudulent");
});

it("makes a signal suspicious from its threshold on, one beneath it not, and two that agree beneath it", () => {
  const decision = (...scores: number[]) =>
    assessFraud(input({ signals: scores.map((score, i) => signal(NAMES[i]!, score)) })).decision;
  expect(decision(0.5)).toBe("suspicious");
  expect(decision(0.49)).toBe("clean");
  expect(decision(0.49, 0.49)).toBe("suspicious");
  expect(decision(0.8, 0.8)).toBe("fraudulent");
});

it("never lowers the overall score for one more signal, and keeps it in 0..1", () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
  fc.assert(
    fc.property(scores, fc.double({ min: 0, max: 1, noNaN: true }), (some, more) => {
      const of = (all: readonly number[]) => {
        return assessFraud(input({ signals: all.map((score, i) => signal(NAMES[i % 2]!, score)) }))
          .overallScore;
      };
      const [before, after] = [of(some), of([...some, more])];
      return before >= 0 && after <= 1 && after >= before;
    }),
  );
});

it("never says fraudulent without the flag, nor clean against its own columns", () => {
  const found = fc.record({
    valid: fc.boolean(),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    laplacianVariance: fc.constantFrom(1, 400),
    knownImageDistance: fc.constantFrom(0, 48, 60, Number.POSITIVE_INFINITY, null),
    mode: fc.constantFrom("live" as const, "test" as const),
    lines: fc.constantFrom(reading().lines, [line("Surname: Lindqvist", 100)], []),
  });
  fc.assert(
    fc.property(found, ({ valid, confidence, score, laplacianVariance, lines, ...known }) => {
      const checks = MRZ.checks.map((check) => ({ ...check, valid, confidence }));
      const quality = { ...reading().quality, laplacianVariance };
      const verdict = assessFraud(
        input({
          read: { mrz: { ...MRZ, checks }, quality, lines },
          signals: [signal("digital_tampering", score)],
          ...known,
        }),
      );
      const clean = verdict.decision === "clean";
      const failed = verdict.deterministicChecks.filter(({ status }) => status === "fail");
      const missing = verdict.deterministicChecks.filter((c) => c.required && c.status === "not_evaluated");
      expect(verdict.isFraudulent).toBe(verdict.decision === "fraudulent");
      expect(verdict.criticalFailed).toBe(failed.some(({ severity }) => severity === "critical"));
      expect(verdict.majorFailed).toBe(failed.some(({ severity }) => severity === "major"));
      expect(verdict.requiredMissing).toBe(missing.length > 0);
      const authenticityChecks = verdict.deterministicChecks.filter(
        ({ name, status }) => /checksum|viz/.test(name) && ["pass", "fail"].includes(status),
      );
      expect(verdict.authenticityMissing).toBe(authenticityChecks.length === 0);
      if (clean) {
        expect(failed).toEqual([]);
        expect(missing).toEqual([]);
        expect(authenticityChecks).not.toEqual([]);
        expect(verdict.overallScore).toBeLessThan(verdict.thresholds.suspicious);
      }
    }),
  );
});

it.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])("gives no verdict on a score of %d", (score) => {
  expect(() => assessFraud(input({ signals: [signal("digital_tampering", score)] }))).toThrow(RangeError);
});

it("gives no verdict on a signal that no rule weighs", () => {
  expect(() => assessFraud(input({ signals: [signal("constructor", 0.1)] }))).toThrow(/No rule weighs/);
});
