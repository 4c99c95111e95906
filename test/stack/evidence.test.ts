import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DocumentTemplate, defaultTemplate, LICENCES } from "#lab/material/documents/templates.ts";
import { setScene } from "#lab/material/uploads/document-cases.ts";
import {
  FORGERIES,
  makeSides,
  makeTwins,
  SIDE_FORGERIES,
  type Sides,
  type Twins,
} from "#lab/material/uploads/forged-twins.ts";
import { ApiClient } from "../harness/stack/api-client.ts";
import { type Stack, startStack } from "../harness/stack/stack.ts";

/**
 * Contract §3, *Evidence*, on the running stack with its real models: parts pass only for the same
 * image.
 */
let stack: Stack;
let key: ApiClient;
let live: ApiClient;

beforeAll(async () => {
  stack = await startStack();
  key = new ApiClient(stack.facts.api, stack.facts.keys.test);
  live = new ApiClient(stack.facts.api, stack.facts.keys.live);
});
afterAll(() => stack?.stop());

/** For a machine that is busy with other tests. */
const PATIENCE = 180_000;

/** Without another step, a document that passes is approved at once. */
async function open(by = key) {
  const { body } = await by.post("/v1/verifications", {
    customer_ref: crypto.randomUUID(),
    policy: { steps: ["document"] },
  });
  const { id } = body.verification;
  const outcome = async () => {
    const { body: now } = await by.get(`/v1/verifications/${id}`);
    const reasons: string[] = now.decision_reasons.map(({ code }: { code: string }) => code);
    return { step: now.steps[0].status, decision: now.decision, reasons };
  };
  return { id, device: by.as(body.session_token.token), outcome };
}

const APPROVED = { step: "passed", decision: "approved" };

function expectRefused(outcome: object, what: unknown) {
  expect(outcome, JSON.stringify(what)).not.toMatchObject({ step: "passed" });
  expect(outcome, JSON.stringify(what)).not.toMatchObject({ decision: "approved" });
}

type Look = readonly [operation: "scan" | "detect", of: keyof Twins, documentType?: string];
const PATHS = { scan: "/v1/ocr/scan", detect: "/v1/fraud/detect" } as const;

const HONEST: readonly Look[] = [
  ["scan", "genuine"],
  ["detect", "genuine"],
];
/**
 * The genuine image for one check, the forged one for the other: in either order, or with a dark one in
 * between.
 */
const WAYS: readonly (readonly Look[])[] = [
  [
    ["scan", "genuine"],
    ["detect", "forged"],
  ],
  [
    ["detect", "genuine"],
    ["scan", "forged"],
  ],
  [
    ["scan", "forged"],
    ["detect", "genuine", "other"],
  ],
  [
    ["detect", "genuine"],
    ["detect", "dark"],
    ["scan", "forged"],
  ],
];

/** The verification after the checks. */
async function look(looks: readonly Look[], images: Twins) {
  const { device, outcome } = await open();
  for (const [operation, of, documentType] of looks) {
    const parts = { image: images[of], ...(documentType && { document_type: documentType }) };
    expect((await device.upload(PATHS[operation], parts)).status).toBe(200);
  }
  return outcome();
}

describe("a genuine image for one check and a forged one for the other", () => {
  it.each(FORGERIES)("never make a document: %s", { timeout: PATIENCE }, async (...forgery) => {
    const images = await makeTwins(forgery);
    expect(await look(HONEST, images)).toMatchObject(APPROVED);
    for (const looks of WAYS) expectRefused(await look(looks, images), looks);
  });
});

describe("a genuine side beside a forged one", () => {
  it.each(SIDE_FORGERIES)("never makes a document: %s", { timeout: PATIENCE }, async (...forgery) => {
    const { genuine, forged } = await makeSides(forgery);
    expect(await show(genuine)).toMatchObject(APPROVED);
    expectRefused(await show(forged), forgery);
  });
});

/** Not marked as a specimen. */
const UNMARKED = { background: "waves", title: "FRANCE", mark: "REPUBLIQUE" } as const;

describe("M1: in live mode a document that was drawn from nothing", () => {
  const shot = async (template: DocumentTemplate, seed: number) => {
    const { capture } = await setScene({ ...template, ...UNMARKED }, seed);
    return { front: new Uint8Array(capture.content) };
  };

  it.each(LICENCES)(
    "goes to a person if it carries nothing to check: $name",
    {
      timeout: PATIENCE,
    },
    async (template) => {
      for (const seed of [61, 62]) {
        const reasons = ["authenticity_not_checked"];
        const licence = await shot(template, seed);
        expect(await show(licence, live)).toEqual({ step: "review", decision: "review", reasons });
      }
    },
  );

  it("is not distinguished from a genuine card if its MRZ is valid, and passes", {
    timeout: PATIENCE,
  }, async () => {
    const card = { ...defaultTemplate("TD1"), mrz: { code: "ID", issuer: "FRA" } };
    expect(await show(await shot(card, 63), live)).toMatchObject(APPROVED);
  });
});

/** The verification after a single check of all sides. */
async function show(sides: Partial<Sides>, by = key) {
  const { device, id, outcome } = await open(by);
  const { status } = await device.upload(`/v1/verifications/${id}/document`, sides);
  expect(status).toBe(200);
  return outcome();
}
