import { expect, it } from "vitest";
import { LIVENESS_REASONS } from "#edge/verdicts/liveness/reasons.ts";
import { TOLD_REASONS, toldMessage, toldReason } from "#edge/verdicts/outcomes/told-reasons.ts";
import { REVIEW_REASONS } from "#edge/verification/review.ts";
import { ELIGIBILITY_REASONS } from "#vocabulary/documents.ts";
import { CAPTURE_ISSUES } from "#vocabulary/faces.ts";

it.each([
  ...["print_attack", "screen_replay", "mask_attack", "identity_changed", "frames_static"],
  ...["no_match", "review_band", "duplicate_face", "model_version_mismatch", "level_not_measured"],
  ...["fraud_suspicious", "fraud_fraudulent", "under_min_age", "age_not_read", "sides_not_linked"],
  ...["test_review", "face_match_failed", "toString", "a reason of tomorrow"],
  ...Object.keys(REVIEW_REASONS),
])("%s is told as not_accepted", (code) => {
  expect(toldReason(code)).toBe("not_accepted");
});

it.each([...CAPTURE_ISSUES, ...ELIGIBILITY_REASONS.filter((reason) => reason !== "ok"), "wrong_action"])(
  "%s can be mended, and is told as it is, in words",
  (code) => {
    expect(toldReason(code)).toBe(code);
    expect(toldMessage(toldReason(code))).toMatch(/^[A-Z].+\.$/);
  },
);

it("a bad score and a grey one are told alike: both ask for the challenge", () => {
  expect(toldReason("low_score")).toBe(toldReason("step_up_required"));
});

it("no words name a score, a check or an attack", () => {
  for (const code of [...LIVENESS_REASONS, ...TOLD_REASONS]) {
    const reason = toldReason(code);
    expect(`${reason} ${toldMessage(reason)}`).not.toMatch(
      /score|print|screen|replay|attack|fraudulent|suspicious|duplicate|static/i,
    );
  }
});
