import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { linkSides } from "#edge/verdicts/document/sides.ts";
import { assessFraud } from "#edge/verdicts/fraud/assess.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { frame, reading } from "#test/harness/edge/inference-results.ts";
import { barcode, californian } from "#test/harness/edge/licence-barcodes.ts";
import { licenceBack, licenceFront } from "./american.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());
beforeEach(() => {
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.images = { front: licenceFront(), back: licenceBack() };
});

type Opened = Awaited<ReturnType<typeof edge.verification>>;
const show = ({ id, token }: Opened, sides: readonly ("front" | "back")[] = ["front", "back"], key = token) =>
  edge.upload(
    `/v1/verifications/${id}/document`,
    key,
    Object.fromEntries(sides.map((side, i) => [side, image(i + 1)])),
  );
const shown = async (back = licenceBack(), front = licenceFront(), policy = {}) => {
  edge.answers.images = { front, back };
  const opened = await edge.verification(policy);
  const { body } = await show(opened, ["front", "back"], edge.key);
  const [step] = (await opened.read()).steps;
  return { body, step };
};

describe("a licence of the United States or Canada", () => {
  it("needs its back, which uses no attempt", async () => {
    const opened = await edge.verification();
    const { body } = await show(opened, ["front"]);
    expect(body.needs_back).toBe(true);
    expect((await opened.read()).steps[0]).toMatchObject({ attempts: 0, reason: "back_missing" });
  });

  it("has its barcode's fields reported to keys, and not to a device", async () => {
    const { body } = await shown();
    expect(body.back.ocr.barcodes).toMatchObject([
      { symbology: "pdf417", kind: "aamva", seal: null, fields: { document_number: "D1234562" } },
    ]);
    expect(body.ocr.barcodes).toEqual([]);
    const opened = await edge.verification();
    expect((await show(opened)).body.back.ocr).not.toHaveProperty("barcodes");
  });

  it("is the same document on both sides by the barcode's number", () => {
    const without = { DBB: "", DCS: "", DAC: "" };
    const back = licenceBack(californian({ elements: without })).reading;
    const now = Date.UTC(2026, 10, 27);
    expect(linkSides(licenceFront().reading, back, now)).toBe("linked");
    expect(linkSides(licenceFront().reading, licenceBack(null).reading, now)).toBe("not_linked");
  });

  it("is reviewed and never approved, however good its barcode is", async () => {
    const { body, step } = await shown();
    expect([body.fraud.decision, body.back.fraud.decision]).toEqual(["inconclusive", "inconclusive"]);
    expect(step).toMatchObject({ status: "review", reason: "authenticity_not_checked" });
  });

  it("is suspicious if print and barcode have different birth dates", async () => {
    const { body } = await shown(licenceBack(californian({ elements: { DBB: "01311990" } })));
    expect(body.back.fraud.decision).toBe("suspicious");
  });

  it("is suspicious if the jurisdiction of its address is not the issuer's", async () => {
    const { body } = await shown(licenceBack(californian({ elements: { DAJ: "NV" } })));
    expect(body.back.fraud.decision).toBe("suspicious");
  });

  it("has expired if only its barcode says so", async () => {
    const expired = californian({ elements: { DBA: "01312025" } });
    const { body } = await shown(licenceBack(expired), licenceFront({ expiry: "EXP" }));
    expect(body.back.ocr.eligibility_reason).toBe("document_expired");
  });

  it("is inconclusive if no barcode was read, and both sides are asked for again", async () => {
    const { body, step } = await shown(licenceBack(null));
    expect(step.reason).toBe("barcode_not_read");
    expect(step.status).not.toBe("passed");
    expect(body.fraud.decision).toBe("inconclusive");
    const checks = body.fraud.deterministic_checks as { name: string }[];
    expect(checks.find(({ name }) => name === "barcode_format")).toMatchObject({
      status: "not_evaluated",
      required: true,
    });
  });

  it("does not pass by a birth date or an expiry that only its barcode says", async () => {
    const { step } = await shown(licenceBack(), licenceFront({ expiry: "EXP" }));
    expect(step.reason).toBe("expiry_not_read");
    const minor = await shown(licenceBack(), licenceFront({ birth: "DOB" }), { min_age: 18 });
    expect(minor.step.reason).toBe("age_not_read");
  });

  it("fails by a birth date below the minimum age that only its barcode says", async () => {
    const child = californian({ elements: { DBB: "01312015" } });
    const { step } = await shown(licenceBack(child), licenceFront({ birth: "DOB" }), { min_age: 18 });
    expect(step.reason).toBe("under_min_age");
  });

  it("has a misread value corrected by its barcode, with the print's confidence", async () => {
    const misread = licenceFront({ number: "DL D12345G2" }, { barcodes: [barcode(californian())] });
    const { body } = await shown(licenceBack(), misread);
    const { value, source, confidence } = body.ocr.fields.document_number;
    expect([value, source, confidence < 1]).toEqual(["D1234562", "both", true]);
    expect(body.back.ocr.fields.document_number).toMatchObject({ source: "barcode", confidence: 1 });
  });
});

it("answers a document without a barcode as before, with an empty list", async () => {
  edge.answers.images = {};
  edge.answers.reading = reading();
  const { body } = await edge.upload("/v1/ocr/scan", edge.key, { image: image(1) });
  expect(body).toMatchObject({ ocr_eligible: true, barcodes: [] });
  expect((Object.values(body.fields) as { source: string }[]).map(({ source }) => source)).not.toContain(
    "barcode",
  );
});

describe("an unsigned barcode", () => {
  const RANK = ["clean", "inconclusive", "suspicious", "fraudulent"];
  const decided = (barcodes: readonly string[], mrz: boolean) => {
    const read = reading({ ...(mrz ? {} : { mrz: null }), barcodes: barcodes.map(barcode) });
    const { decision, authenticityMissing } = assessFraud({
      forensics: { ...licenceFront(), reading: read },
      documentType: "auto",
      otherSide: null,
      knownImageDistance: Number.POSITIVE_INFINITY,
      sameHolder: [],
      mode: "live",
      now: Date.UTC(2026, 10, 27),
    });
    return { rank: RANK.indexOf(decision), authenticityMissing };
  };

  it("never makes a decision better, and is no check of authenticity", () => {
    const value = fc.constantFrom("ERIKSSON", "ANNA", "08121974", "04152032", "L898902C3", "UTO", "CA", "");
    const elements = fc.dictionary(fc.constantFrom("DCS", "DAC", "DBB", "DBA", "DAQ", "DAJ", "DCG"), value);
    const content = fc.oneof(
      elements.map((each) => californian({ elements: each })),
      fc.string(),
    );
    fc.assert(
      fc.property(content, fc.boolean(), (text, mrz) => {
        const [without, having] = [decided([], mrz), decided([text], mrz)];
        expect(having.rank).toBeGreaterThanOrEqual(without.rank);
        expect(having.authenticityMissing).toBe(without.authenticityMissing);
      }),
      { numRuns: 60 },
    );
  });
});
