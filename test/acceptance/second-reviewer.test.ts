import { expect, it } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { applyResults, newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";
import { review } from "#edge/verification/review.ts";
import type { Verification } from "#edge/verification/types.ts";
import { pick, seededRandom } from "#lab/material/random.ts";
import { RULINGS, type Ruling } from "#vocabulary/verifications.ts";

/** Second reviewers (contract §3.9). Over HTTP: `edge/operations/verifications/review.test.ts`. */

const STEPS = 10_000;
const PEOPLE = ["ada", "bo", "cy"];

const inReview = (): Verification => {
  const begun = newVerification("vf_1", "somebody", policySchema.parse({ steps: ["liveness"] }), 0);
  const adverse = { part: "check", outcome: "adverse", reason: "frames_replayed" } as const;
  return applyResults(begun, [{ ...adverse, resultIds: ["lc_1"], capture: "lc_1" }], 0).verification;
};

it.each([
  ["approvals", ["approved"]],
  ["all", ["approved", "declined"]],
] as const)(
  `with second_reviewer %s, no order of ${STEPS} rulings by three people decides with one person`,
  (setting, confirmed) => {
    const random = seededRandom(8);
    let current = inReview();
    let ruled: { by: string; ruling: Ruling }[] = [];
    let decided = 0;
    for (let step = 0; step < STEPS; step++) {
      const attempt = { by: pick(random, PEOPLE), ruling: pick(random, RULINGS) };
      try {
        current = review(current, { ...attempt, reason: "identity_confirmed" }, setting, step);
        ruled.push(attempt);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
      const { decision } = current;
      if (decision === "review" || decision === null) continue;
      const people = new Set(ruled.filter(({ ruling }) => ruling === decision).map(({ by }) => by));
      const needed = confirmed.some((ruling) => ruling === decision) ? 2 : 1;
      expect(people.size, JSON.stringify(ruled)).toBeGreaterThanOrEqual(needed);
      [current, ruled, decided] = [inReview(), [], decided + 1];
    }
    expect(decided).toBeGreaterThan(STEPS / 10);
  },
);
