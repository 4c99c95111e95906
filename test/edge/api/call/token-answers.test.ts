import { afterAll, beforeEach, expect, it } from "vitest";
import { reviewVerification } from "#edge/operations/verifications/review.ts";
import { formOf, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { faceLandmarks } from "#test/harness/edge/face-shape.ts";
import {
  analysis,
  face,
  forensics,
  frame,
  MRZ,
  reading,
  templateAt,
  templateScoring,
} from "#test/harness/edge/inference-results.ts";

const edge = await openCheckEdge();
edge.answers.faces.image = analysis({ template: templateAt(0) });
await edge.upload("/v1/face/registrations", edge.key, { image: image(), customer_ref: "double" });
afterAll(() => edge.close());
beforeEach(() => {
  edge.answers.reading = reading();
  edge.answers.forensics = forensics();
  edge.answers.frames = [frame({}, 0.9)];
});

/** Words that would help an attacker: the margin, and the defence that detected the attack. */
const FORBIDDEN_KEYS =
  /"(score|overall_score|thresholds?|similarity|confidence|quality|signals|deterministic_checks|checks|repairs|explanation|model_version|gate|source)":/;
const FORBIDDEN_WORDS =
  /print_attack|screen_replay|mask_attack|identity_changed|frames_static|low_score|no_match|review_band|duplicate|fraud_(suspicious|fraudulent)|checksum|forged|reviewer|min_age|dedupe|fmr_/i;

/** A device: all its responses, with each call made twice with one key. */
function device(token: string) {
  const answers: string[] = [];
  const send = async (path: string, parts: Parameters<typeof formOf>[0]) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (const _ of ["first", "replayed"]) {
      const { status, text } = await edge.call("POST", path, token, formOf(parts), headers);
      expect(status).toBe(200);
      answers.push(text);
    }
  };
  return {
    answers,
    scan: () => send("/v1/ocr/scan", { image: image() }),
    detect: () => send("/v1/fraud/detect", { image: image() }),
    selfie: () => send("/v1/liveness/check", { mode: "passive", image_1: image() }),
    burst: () =>
      send("/v1/liveness/check", { mode: "burst", image_1: image(1), image_2: image(2), image_3: image(3) }),
    async read(id: string) {
      for (const accept of ["application/json", "application/problem+json"]) {
        answers.push((await edge.call("GET", `/v1/verifications/${id}`, token, undefined, { accept })).text);
        const late = await edge.call("POST", "/v1/ocr/scan", token, new FormData(), { accept });
        answers.push(late.text);
      }
    },
  };
}
type Device = ReturnType<typeof device>;

const portraitScoring = (score: number) =>
  reading({ portrait: { ...reading().portrait!, face: face({ template: templateScoring(score) }) } });
const swaying = (changes: (n: number) => Parameters<typeof frame>[0]) =>
  [0, 1, 2].map((n) => frame({ pose: { yaw: 7 * n, pitch: n }, ...changes(n) }, 0.9));
const everything = async ({ scan, detect, selfie }: Device) => {
  await scan();
  await detect();
  await selfie();
};

/** The code that the tenant receives, the policy, and the device's calls. */
const CASES: Record<string, { policy?: object; ref?: string; does: (phone: Device) => Promise<void> }> = {
  low_score: {
    does: async ({ selfie }) => {
      edge.answers.frames = [frame({}, 0.05)];
      await selfie();
    },
  },
  identity_changed: {
    does: async ({ burst }) => {
      edge.answers.frames = swaying((n) => ({ template: templateAt(80 * n) }));
      await burst();
    },
  },
  frames_static: {
    does: async ({ burst }) => {
      edge.answers.frames = swaying((n) => ({
        landmarks: faceLandmarks({ yaw: 20 * n, pitch: 0, roll: 0 }, { flat: true }),
      }));
      await burst();
    },
  },
  print_attack: { ref: "test_decline_spoof", does: ({ selfie }) => selfie() },
  no_match: {
    does: async (phone) => {
      edge.answers.reading = portraitScoring(0.1);
      await everything(phone);
    },
  },
  review_band: {
    does: async (phone) => {
      edge.answers.reading = portraitScoring(0.4);
      await everything(phone);
    },
  },
  fraud_suspicious: {
    does: async (phone) => {
      edge.answers.forensics = forensics({ editingSoftware: ["Paint"] });
      await everything(phone);
    },
  },
  fraud_fraudulent: {
    does: async ({ detect }) => {
      const checks = MRZ.checks.map((check) => ({ ...check, valid: false }));
      edge.answers.forensics = forensics({ reading: reading({ mrz: { ...MRZ, checks } }) });
      await detect();
    },
  },
  duplicate_face: { policy: { dedupe: "review" }, does: everything },
  under_min_age: { policy: { min_age: 90 }, does: ({ scan }) => scan() },
};

it.each(Object.keys(CASES))(
  "the tenant receives %s, and no response to the device contains it",
  async (code) => {
    const { policy = {}, ref = "customer-1", does } = CASES[code]!;
    const opened = await edge.verification(policy, ref);
    const phone = device(opened.token);
    await does(phone);
    await phone.read(opened.id);
    expect(JSON.stringify((await opened.read()).steps)).toContain(`"reason":"${code}"`);
    for (const text of phone.answers) {
      expect(text).not.toMatch(FORBIDDEN_KEYS);
      expect(text).not.toMatch(FORBIDDEN_WORDS);
    }
  },
);

it("nor what a reviewer found", async () => {
  const opened = await edge.verification({ dedupe: "review" });
  const phone = device(opened.token);
  await everything(phone);
  const actor = { kind: "staff", userId: "user_1", address: null } as const;
  const judgement = { id: opened.id, ruling: "declined", reason: "duplicate_person" } as const;
  const ctx = { services: edge.services, scope: edge.tenant.scope("test"), actor, now: Date.now() };
  await reviewVerification(ctx, judgement);
  await phone.read(opened.id);
  expect(phone.answers.join()).toContain('"decision":"declined"');
  expect(phone.answers.join()).not.toMatch(FORBIDDEN_WORDS);
});
