import { describe, expect, it } from "vitest";
import type { PortraitReading } from "#edge/inference/port.ts";
import { judgeDocument } from "#edge/verdicts/ocr/verdict.ts";
import { line, MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const judge = (changes: Partial<PortraitReading> = {}, request = {}) =>
  judgeDocument(reading(changes), { declared: null, accepted: null, now: NOW, ...request });
const quality = (changes: Partial<PortraitReading["quality"]>) => ({
  quality: { ...reading().quality, ...changes },
});

it("answers fields, text and MRZ of a document that every gate lets pass", () => {
  const verdict = judge();
  expect(verdict).toMatchObject({
    documentType: "passport",
    detectedDocumentType: "passport",
    issuingCountry: "UTO",
    eligible: true,
    reason: "ok",
    rejections: [],
    mrz: { format: "TD3", lines: MRZ.lines, valid: true, checks: { composite: true } },
  });
  expect(verdict.rawText).toContain("Zenith\nDate of issue");
});

const NO_MRZ = { mrz: null, lines: [line("CARD", 10)] };
const corner = (x: number, y: number) => ({ x, y, z: 0 });

/** A face without evidence that it is on a card. */
const FACE = { box: reading().portrait!.box, comparison: null };

it.each([
  ["resolution", "resolution_too_low", quality({ documentLongSide: 479 }), 479, 480],
  ["darkness", "image_too_dark", quality({ meanLuma: 44 }), 44, 45],
  ["brightness", "image_too_bright", quality({ meanLuma: 246 }), 246, 245],
  ["sharpness", "image_too_blurry", quality({ laplacianVariance: 29 }), 29, 30],
  ["text", "too_much_text", quality({ unreadLines: 1 }), 1, 0],
  ["card", "document_not_isolated", { card: null, portrait: null, otherFaces: [FACE] }, null, null],
  [
    "outline",
    "document_cut_off",
    { outline: [corner(-60, 0), corner(900, 0), corner(900, 600), corner(0, 600)] },
    0.05,
    0.02,
  ],
  [
    "margin",
    "document_cut_off",
    { outline: [corner(200, 200), corner(1200, 150), corner(1200, 750), corner(210, 700)] },
    0,
    0.005,
  ],
] as const)("rejects at the gate %s: %s", (gate, code, changes, value, threshold) => {
  const verdict = judge(changes as Partial<PortraitReading>);
  expect(verdict).toMatchObject({ eligible: false, reason: code, fields: {}, rawText: null, mrz: null });
  expect(verdict.rejections).toMatchObject([{ gate, code, value, threshold, retryable: true }]);
  expect(verdict.fields).toEqual({});
  expect(verdict.message).toBe(verdict.rejections[0]?.message);
});

it("rejects glare only if the text suffers from it: white stock saturates too", () => {
  expect(judge(quality({ saturatedShare: 0.8 })).eligible).toBe(true);
  const faint = reading().lines.map((text) => ({ ...text, confidence: 0.7 }));
  expect(judge({ ...quality({ saturatedShare: 0.8 }), lines: faint }).reason).toBe("glare");
});

it("rejects glare that hides a part of the MRZ, however well the lines that are left were read", () => {
  const checks = MRZ.checks.map((check) => ({ ...check, valid: false, confidence: 0.4 }));
  const hidden = { ...quality({ saturatedShare: 0.5 }), mrz: { ...MRZ, checks } };
  expect(judge(hidden).reason).toBe("glare");
});

it("takes a scan that was cropped to the document, or laid in a corner of the glass", () => {
  const outlined = (left: number, top: number, right: number, bottom: number) =>
    judge({ outline: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)] });
  expect(outlined(0, 0, 1200, 840).eligible).toBe(true);
  expect(outlined(0, 0, 1000, 700).eligible).toBe(true);
  expect(outlined(100, 100, 1100, 800).eligible).toBe(true);
});

it("rejects an image without a document", () => {
  expect(judge({ mrz: null, lines: [], portrait: null }).reason).toBe("no_document_found");
  expect(judge({ ...NO_MRZ }).reason).toBe("no_document_found");
});

it("says of an image with nothing on it that there is no document, not that it is too small", () => {
  const nothing = judge({ ...quality({ documentLongSide: 0 }), mrz: null, lines: [], portrait: null });
  expect(nothing.rejections[0]).toMatchObject({ code: "no_document_found", value: 0, threshold: 2 });
});

describe("no document", () => {
  const faceOf = (...box: [number, number, number, number]) => ({ ...reading().portrait!, box });
  const seen = (measures: Partial<PortraitReading["quality"]>, rest: Partial<PortraitReading> = {}) =>
    judge({ mrz: null, lines: [], portrait: null, ...quality(measures), ...rest }).rejections[0];
  const garbage = [line("iI|", 300, 300, 0.3), line("ae", 330, 300, 0.2)];
  const page = [corner(100, 100), corner(1100, 100), corner(1100, 740), corner(100, 740)];

  it.each([
    ["a table", { documentLongSide: 0, laplacianVariance: 9, meanLuma: 81 }, {}],
    ["an empty sheet", { documentLongSide: 0, laplacianVariance: 1, meanLuma: 250, saturatedShare: 0.9 }, {}],
    [
      "a selfie, smooth as skin is",
      { documentLongSide: 624, laplacianVariance: 1, meanLuma: 126 },
      { lines: garbage, portrait: faceOf(300, 100, 420, 560) },
    ],
    [
      "a selfie in the dark",
      { documentLongSide: 247, laplacianVariance: 1, meanLuma: 25 },
      { portrait: faceOf(300, 100, 420, 560) },
    ],
    [
      "an empty sheet in bright light, whose edges are seen",
      { documentLongSide: 1100, laplacianVariance: 4, meanLuma: 250, saturatedShare: 0.9 },
      { lines: [], portrait: null, outline: page },
    ],
    [
      "a photo with something that looks like text in a corner",
      { documentLongSide: 215, laplacianVariance: 1, meanLuma: 214 },
      { lines: garbage },
    ],
  ])("is said first of %s", (_, measures, rest) => {
    expect(seen(measures, rest)?.code).toBe("no_document_found");
  });

  it.each([
    ["image_too_dark", "the dark, where nothing is seen", { documentLongSide: 0, meanLuma: 15 }, {}],
    [
      "image_too_dark",
      "a document in the dark",
      { documentLongSide: 1097, laplacianVariance: 3, meanLuma: 15 },
      { lines: garbage, portrait: faceOf(100, 200, 150, 180) },
    ],
    ["image_too_blurry", "a blurred page", { laplacianVariance: 12 }, { lines: garbage, outline: page }],
    [
      "image_too_blurry",
      "a blurred document of which two lines are left",
      { documentLongSide: 800, laplacianVariance: 3 },
      { lines: garbage },
    ],
    ["image_too_bright", "a page in too much light", { meanLuma: 250 }, { lines: garbage, outline: page }],
    [
      "resolution_too_low",
      "what a reflection has left of a document",
      { documentLongSide: 273, laplacianVariance: 5, meanLuma: 227, saturatedShare: 0.64 },
      { lines: [line("Licence", 300, 300, 0.99)] },
    ],
  ])("comes after %s of %s", (code, _, measures, rest) => {
    expect(seen(measures, rest)?.code).toBe(code);
  });

  it.each([
    ["a face as large as a person's beside a title", { portrait: faceOf(300, 100, 420, 560) }, 1],
    ["a portrait beside text that labels nothing", { lines: garbage }, 1],
    ["a title on a page", { portrait: null, outline: page }, 1],
    ["a title alone", { portrait: null }, 0],
  ] as const)("is %s", (_, rest, marks) => {
    const verdict = judge({
      mrz: null,
      lines: [line("PASSPORT", 40)],
      ...(rest as Partial<PortraitReading>),
    });
    expect(verdict.rejections.find(({ gate }) => gate === "document")).toMatchObject({ value: marks });
  });

  it("is not returned for a portrait and a title, or two labelled values on a page", () => {
    const gatesOf = (changes: Partial<PortraitReading>) =>
      judge({ mrz: null, ...changes }).rejections.map(({ gate }) => gate);
    expect(gatesOf({ lines: [line("PASSPORT", 40)] })).not.toContain("document");
    const lines = [line("Surname: Eriksson", 40), line("Date of birth: 12 AUG 1974", 80)];
    expect(gatesOf({ lines, portrait: null, outline: page })).not.toContain("document");
  });
});

describe("type", () => {
  const td1 = { mrz: { ...MRZ, format: "TD1" as const, lines: ["I<UTO", "", ""] } };

  it("is rejected if it is not the declared type", () => {
    const verdict = judge({}, { declared: "cid" });
    expect(verdict).toMatchObject({ documentType: "cid", detectedDocumentType: "passport" });
    expect(verdict.rejections).toMatchObject([
      { code: "document_type_mismatch", value: "passport", threshold: "cid" },
    ]);
  });

  it.each([
    ["CARTENATIONALEDVIDENTITE", "cid"],
    ["RESIDENCEPERNIT", "residence_permit"],
    ["RESIDENCE PERSON", null],
    ["PASSPURT", null],
  ])("is recognised by a long title with one misread letter: %s", (title, type) => {
    const verdict = judge({ mrz: null, lines: [line(title, 10)] });
    expect(verdict.detectedDocumentType).toBe(type);
  });

  it("takes a TD1 MRZ for an identity card or a residence permit, as named", () => {
    expect(judge(td1)).toMatchObject({ documentType: "cid", eligible: true });
    expect(judge(td1, { declared: "residence_permit" })).toMatchObject({
      documentType: "residence_permit",
      detectedDocumentType: "residence_permit",
      eligible: true,
    });
    expect(judge(td1, { declared: "driving_license" }).reason).toBe("document_type_mismatch");
  });

  it("is rejected if the policy does not accept it", () => {
    const verdict = judge({}, { accepted: ["cid"] });
    expect(verdict.rejections).toMatchObject([{ code: "unsupported_document_type", retryable: false }]);
    expect(judge({}, { accepted: ["cid", "passport"] }).eligible).toBe(true);
  });

  // Arg0s1080/mrz#27 (RP on Estonian residence permits), ZsBT/mrz-java#3 (ME on the German proof of arrival).
  it.each([
    ["RPEST", "ELAMISLUBA", "residence_permit"],
    ["RPEST", "Anything", "residence_permit"],
    ["MEUTO", "RESIDENCE PERMIT", "residence_permit"],
    ["SPUTO", "IDENTITY CARD", "cid"],
    ["MEUTO", "PASSPORT", "other"],
    ["MEUTO", "Anything", "other"],
  ])("is the meaning of the code %s, or else of its title: %s → %s", (code, title, type) => {
    const mrz = { ...MRZ, format: "TD1" as const, lines: [code, "", ""] };
    const lines = [line(title, 20), ...reading().lines.slice(1, 3)];
    expect(judge({ mrz, lines })).toMatchObject({ documentType: type, detectedDocumentType: type });
  });

  it("is read off a printed title if there is no MRZ", () => {
    const lines = [
      line("DRIVINGLICENCE", 20),
      line("Surname: Eriksson", 60),
      line("Licence no: 123456789", 100),
      line("Date of expiry: 01.01.2030", 140),
    ];
    expect(judge({ mrz: null, lines })).toMatchObject({ documentType: "driving_license", eligible: true });
  });
});

describe("legibility", () => {
  it("rejects faint text", () => {
    const faint = reading().lines.map((text) => ({ ...text, confidence: 0.5 }));
    expect(judge({ lines: faint }).rejections[0]).toMatchObject({
      gate: "text_confidence",
      code: "low_text_confidence",
    });
  });

  it("rejects an MRZ whose failed check may be a misreading, not one that failed on sure characters", () => {
    const failed = (confidence: number) => ({
      mrz: { ...MRZ, checks: [{ name: "composite", valid: false, confidence }] },
    });
    expect(judge(failed(0.6)).rejections).toMatchObject([{ gate: "mrz_legibility", value: 0.6 }]);
    expect(judge(failed(0.99))).toMatchObject({ eligible: true, mrz: { valid: false } });
  });

  it("rejects an MRZ whose checks hold on characters that were hardly seen: no check digit distinguishes F from P", () => {
    const held = (confidence: number) => ({
      mrz: { ...MRZ, checks: [{ name: "document_number", valid: true, confidence }] },
    });
    expect(judge(held(0.59)).rejections).toMatchObject([
      { gate: "mrz_confidence", code: "low_text_confidence", value: 0.59, threshold: 0.6 },
    ]);
    expect(judge(held(0.6)).eligible).toBe(true);
  });

  it("rejects an MRZ of whose letters without a check digit one was not read with confidence", () => {
    const held = (confidence: number, valid = true) => ({
      mrz: { ...MRZ, checks: [{ name: "field_types", valid, confidence }] },
    });
    expect(judge(held(0.89)).rejections).toMatchObject([
      { gate: "mrz_confidence", code: "low_text_confidence", value: 0.89, threshold: 0.9 },
    ]);
    expect(judge(held(0.9)).eligible).toBe(true);
  });

  it("lists the characters of the MRZ that were corrected by its check digits, and nothing otherwise", () => {
    const repairs = [{ line: 1, column: 3, read: "O", taken: "0" }];
    expect(judge({ mrz: { ...MRZ, repairs } }).mrz).toMatchObject({ repairs });
    expect(judge({ mrz: MRZ }).mrz).not.toHaveProperty("repairs");
  });

  it("rejects a document without a name", () => {
    expect(judge({ mrz: null, lines: reading().lines.slice(3, 6) }).rejections).toMatchObject([
      { gate: "identifying_fields", code: "low_text_confidence", value: 0, threshold: 2 },
    ]);
  });
});

it("rejects an expired document, for good, from the day after its last", () => {
  const expiring = (yymmdd: string) => ({
    mrz: { ...MRZ, fields: [...MRZ.fields.slice(0, -2), mrzField("date_of_expiry", yymmdd)] },
  });
  expect(judge(expiring("261121")).eligible).toBe(true);
  const expired = judge(expiring("261120"));
  expect(expired).toMatchObject({ eligible: false, reason: "document_expired" });
  expect(expired.rejections).toMatchObject([
    { value: "2026-11-20", threshold: "2026-11-21", retryable: false },
  ]);
});

describe("the read values", () => {
  const expired = {
    mrz: { ...MRZ, fields: [...MRZ.fields.slice(0, -2), mrzField("date_of_expiry", "200101")] },
  };

  it.each([
    ["document_expired", expired, {}],
    ["document_type_mismatch", {}, { declared: "cid" }],
    ["unsupported_document_type", {}, { accepted: ["cid"] }],
  ] as const)("is returned for a document that is not accepted: %s", (reason, changes, request) => {
    const verdict = judge(changes, request);
    expect(verdict).toMatchObject({
      eligible: false,
      reason,
      fields: { last_name: { value: "Eriksson" } },
      mrz: { format: "TD3" },
    });
    expect(verdict.rawText).toContain("Zenith");
  });

  it("is not returned if the image cannot be trusted as well", () => {
    const verdict = judge({ ...expired, ...quality({ laplacianVariance: 1 }) });
    expect(verdict.rejections.map(({ code }) => code)).toEqual(["image_too_blurry", "document_expired"]);
    expect([verdict.fields, verdict.mrz, verdict.rawText]).toEqual([{}, null, null]);
  });
});

it("reports every failed gate, the first to correct at the head", () => {
  const verdict = judge({ ...quality({ meanLuma: 10, laplacianVariance: 1 }), mrz: null, lines: [] });
  expect(verdict.rejections.map(({ code }) => code).slice(0, 3)).toEqual([
    "image_too_dark",
    "image_too_blurry",
    "no_document_found",
  ]);
});
