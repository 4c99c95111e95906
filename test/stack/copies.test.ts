import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeImage } from "#inference/imaging/decode.ts";
import { defaultTemplate } from "#lab/material/documents/templates.ts";
import { headOf } from "#lab/material/faces/head-warp.ts";
import { SAME_PERSON, SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { performance } from "#lab/material/performances.ts";
import { makePerson, openTurner, type Person } from "#lab/material/person.ts";
import { ApiClient } from "../harness/stack/api-client.ts";
import { type Stack, startStack } from "../harness/stack/stack.ts";

/**
 * Finding C2 on the running stack with its real models, in live mode: the image of a card has its
 * portrait. The honest person has one photo on the card, and another before the camera.
 */
let stack: Stack;
let key: ApiClient;
let turner: Awaited<ReturnType<typeof openTurner>>;
let honest: Person;
/** The person whose card was stolen, and the attacker who cut the portrait out of its image. */
let victim: Person;
let thief: Pick<Person, "perform">;

const [TODAY, ON_CARD] = SAME_PERSON;
const PATIENCE = 180_000;

beforeAll(async () => {
  [stack, turner] = await Promise.all([startStack(), openTurner()]);
  key = new ApiClient(stack.facts.api, stack.facts.keys.live);
  const template = { ...defaultTemplate("TD1"), mrz: { code: "ID", issuer: "AUS" } };
  const options = { template, forge: { unmarked: true } };
  honest = await makePerson(turner.turner, { face: ON_CARD, today: TODAY, seed: 5, ...options });
  victim = await makePerson(turner.turner, { face: SAMPLE_FACES[0]!, seed: 6, ...options });
  thief = { perform: await performing(await cutPortrait(victim.card)) };
}, PATIENCE);
afterAll(async () => {
  await stack?.stop();
  await turner?.close();
});

/** The face on the card with its surroundings, as large as a phone's selfie. */
async function cutPortrait(card: Uint8Array): Promise<Buffer> {
  const [face] = await turner.turner.detect(await decodeImage(card));
  const { x, y, width, height } = face!.box;
  const [across, down] = [Math.round(1.7 * width), Math.round((1.7 * width) / 0.75)];
  const left = Math.round(x + width / 2 - across / 2);
  const top = Math.round(y + height / 2 - down / 2);
  const part = { left, top, width: across, height: down };
  return sharp(card).extract(part).resize(720, 960, { fit: "fill" }).jpeg({ quality: 90 }).toBuffer();
}

/** The head of a photo, turned through its own mesh as a challenge requires. */
async function performing(photo: Buffer): Promise<Person["perform"]> {
  const head = await headOf(turner.turner, photo);
  return async (action) => {
    const moved = await Promise.all(performance(action).map((change) => head.show(change)));
    return [photo, ...moved].map((frame) => new Uint8Array(frame));
  };
}

async function verify(
  customer_ref: string,
  card: Uint8Array<ArrayBuffer>,
  perform: (action: Parameters<Person["perform"]>[0]) => Promise<Uint8Array<ArrayBuffer>[]>,
) {
  const opened = await key.post("/v1/verifications", {
    customer_ref,
    policy: { liveness_mode: "challenge" },
  });
  const { id } = opened.body.verification;
  const device = key.as(opened.body.session_token.token);
  const shown = await device.upload(`/v1/verifications/${id}/document`, { front: card });
  expect(shown.status).toBe(200);
  // A secret key may choose the actions, so that each run has the same.
  const { body: asked } = await key.post("/v1/liveness/challenges", { action_hint: "turn_left" });
  const frames = await perform(asked.action);
  const check = await device.upload("/v1/liveness/check", {
    mode: "challenge",
    challenge_token: asked.challenge_token,
    ...Object.fromEntries(frames.map((frame, index) => [`image_${index + 1}`, frame])),
  });
  expect(check.status).toBe(200);
  const { body } = await key.get(`/v1/verifications/${id}`);
  const { body: liveness } = await key.get(`/v1/liveness/${check.body.lc_id}`);
  const codes = body.decision_reasons.map(({ code }: { code: string }) => code);
  return { decision: body.decision, codes, liveness };
}

describe("in live mode", () => {
  it(
    "C2: the portrait, cut out of the very card that is shown, is approved by no challenge",
    async () => {
      const { decision, codes, liveness } = await verify("thief", victim.card, thief.perform);
      expect(liveness.is_live).toBe(true);
      expect(decision).toBe("review");
      expect(codes).toContain("portrait_copied");
    },
    PATIENCE,
  );

  it(
    "approves a person whose portrait is another photo",
    async () => {
      const { decision, codes, liveness } = await verify("owner", honest.card, honest.perform);
      expect({ decision, codes, reason: liveness.reason }).toEqual({
        decision: "approved",
        codes: [],
        reason: "live",
      });
    },
    PATIENCE,
  );

  it(
    "leaves their frames to a person when somebody else sends them again, cut and saved at another size",
    async () => {
      const resent = async (action: Parameters<Person["perform"]>[0]) =>
        Promise.all(
          (await honest.perform(action)).map(async (frame) => {
            const part = { left: 36, top: 10, width: 648, height: 900 };
            return new Uint8Array(
              await sharp(frame).extract(part).resize(500, 694).jpeg({ quality: 50 }).toBuffer(),
            );
          }),
        );
      const { decision, codes, liveness } = await verify("another", honest.card, resent);
      expect(liveness).toMatchObject({ is_live: false, reason: "frames_replayed" });
      expect(liveness.frames[0]).toMatchObject({ replayed: true });
      expect(decision).toBe("review");
      expect(codes).toContain("frames_replayed");
    },
    PATIENCE,
  );
});
