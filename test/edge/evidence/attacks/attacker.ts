import type { PortraitReading, Template } from "#edge/inference/port.ts";
import { type CheckEdge, image } from "#test/harness/edge/check-edge.ts";
import { face, frame, reading, templateAt } from "#test/harness/edge/inference-results.ts";
import { type Action, PERFORMED } from "#test/harness/edge/performed.ts";

/** The quality of an image that is too dark to be judged. */
export const DARK = { ...reading().quality, meanLuma: 10 };

/** The specimen's page with another portrait. */
export const shows = (template: Template, changes: Partial<PortraitReading> = {}) =>
  reading({ portrait: { ...reading().portrait!, face: face({ template, landmarks: [] }) }, ...changes });

/**
 * An attacker with a session token, and with any image. The test sets the results of inference for
 * it.
 */
export class Attacker {
  readonly id: string;
  readonly token: string;
  /** The verification as the tenant sees it. */
  readonly ends: Awaited<ReturnType<CheckEdge["verification"]>>["read"];
  readonly #edge: CheckEdge;

  private constructor(edge: CheckEdge, opened: Awaited<ReturnType<CheckEdge["verification"]>>) {
    this.#edge = edge;
    this.id = opened.id;
    this.token = opened.token;
    this.ends = opened.read;
  }

  static async of(edge: CheckEdge, policy: object = {}): Promise<Attacker> {
    return new Attacker(edge, await edge.verification(policy));
  }

  scan(photo: number, fields: Record<string, string> = {}) {
    return this.#edge.upload("/v1/ocr/scan", this.token, { image: image(photo), ...fields });
  }

  detect(photo: number, fields: Record<string, string> = {}) {
    return this.#edge.upload("/v1/fraud/detect", this.token, { image: image(photo), ...fields });
  }

  show(front: number, back?: number) {
    const sides = { front: image(front), ...(back !== undefined && { back: image(back) }) };
    return this.#edge.upload(`/v1/verifications/${this.id}/document`, this.token, sides);
  }

  /** A passive check of one frame; the face is live if one is given. */
  selfie(template?: Template) {
    if (template !== undefined) this.#edge.answers.frames = [frame({ template }, 0.9)];
    return this.#edge.upload("/v1/liveness/check", this.token, { mode: "passive", image_1: image() });
  }

  async issueChallenge(): Promise<{ challenge_token: string; action: Action }> {
    return (await this.#edge.call("POST", "/v1/liveness/challenges", this.token, {})).body;
  }

  /** A challenge performed by one person, or begun by one person and continued by another. */
  async challenge(template: Template = templateAt(0), performer: Template = template) {
    const { challenge_token, action } = await this.issueChallenge();
    return this.answer(challenge_token, [
      frame({ template }),
      frame({ ...PERFORMED[action], template: performer }),
    ]);
  }

  answer(challenge_token: string, frames: CheckEdge["answers"]["frames"]) {
    this.#edge.answers.frames = frames;
    const images = { image_1: image(1), image_2: image(2) };
    return this.#edge.upload("/v1/liveness/check", this.token, {
      mode: "challenge",
      challenge_token,
      ...images,
    });
  }

  /** The decision, and each of its reasons as "step: code". */
  async verdict(): Promise<string[]> {
    const { decision, decision_reasons } = await this.ends();
    const reasons: { step: string; code: string }[] = decision_reasons;
    return [decision, ...reasons.map(({ step, code }) => `${step}: ${code}`)];
  }

  async step(name: string) {
    return (await this.ends()).steps.find((step: { name: string }) => step.name === name);
  }
}
