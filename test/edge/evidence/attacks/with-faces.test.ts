import { describe, expect, it } from "vitest";
import { frame, templateAt } from "#test/harness/edge/inference-results.ts";
import { PERFORMED } from "#test/harness/edge/performed.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import { Attacker, shows } from "./attacker.ts";

/** Attempts at an approval with another person's face. None is approved; each test names the outcome. */

const edge = await useGenuineEdge();

const GENUINE = 1;
const ME = templateAt(120);
const VICTIM = templateAt(0);

describe("with two faces", () => {
  it("rejects the victim's photo after one's own challenge, and declines one's own face", async () => {
    const attacker = await Attacker.of(edge);
    edge.answers.frames = [frame({ template: VICTIM }, 0.3)];
    await attacker.selfie();
    expect((await attacker.challenge(ME)).body.is_live).toBe(true);
    expect((await attacker.selfie(VICTIM)).body.error.code).toBe("liveness_mode_too_weak");
    edge.answers.reading = shows(VICTIM);
    await attacker.scan(GENUINE);
    expect(await attacker.verdict()).toEqual(["declined", "face_match: no_match"]);
  });

  it("finds that the identity has changed when the challenge's neutral frame is the victim's photo", async () => {
    const attacker = await Attacker.of(edge);
    await attacker.scan(GENUINE);
    await attacker.detect(GENUINE);
    expect((await attacker.challenge(VICTIM, ME)).body.is_live).toBe(false);
    expect(await attacker.step("liveness")).toMatchObject({ status: "retry_required", attempts: 1 });
    expect((await attacker.ends()).decision).toBeNull();
  });

  it("rejects a challenge of another verification, and a used one", async () => {
    const [attacker, other] = [await Attacker.of(edge), await Attacker.of(edge)];
    const given = await other.issueChallenge();
    const frames = [frame(), frame(PERFORMED[given.action])];
    expect((await attacker.answer(given.challenge_token, frames)).body.error.code).toBe("challenge_invalid");
    expect((await other.answer(given.challenge_token, frames)).status).toBe(200);
    expect((await other.answer(given.challenge_token, frames)).body.error.code).toBe("challenge_used");
    expect((await attacker.step("liveness")).attempts).toBe(0);
  });

  it("compares again, and declines, when a friend's live face is replaced after the match", async () => {
    const attacker = await Attacker.of(edge);
    edge.answers.reading = shows(VICTIM);
    await attacker.scan(GENUINE);
    await attacker.selfie(VICTIM);
    expect((await attacker.step("face_match")).status).toBe("passed");
    await attacker.selfie(ME);
    expect(await attacker.verdict()).toEqual(["declined", "face_match: no_match"]);
  });

  it("keeps a doubt about one face through every attempt, although a match follows", async () => {
    const attacker = await Attacker.of(edge, { max_attempts: 2 });
    edge.answers.reading = shows(VICTIM);
    await attacker.scan(GENUINE);
    await attacker.selfie(templateAt(65));
    await attacker.selfie(templateAt(66));
    edge.answers.reading = shows(templateAt(60));
    await attacker.scan(GENUINE);
    expect((await attacker.step("face_match")).status).toBe("review");
    await attacker.detect(GENUINE);
    expect(await attacker.verdict()).toEqual(["review", "face_match: review_band"]);
  });
});
