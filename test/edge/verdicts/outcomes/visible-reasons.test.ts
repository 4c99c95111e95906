import { expect, it } from "vitest";
import { LIVENESS_REASONS } from "#edge/verdicts/liveness/reasons.ts";
import { VISIBLE_REASONS, visibleMessage, visibleReason } from "#edge/verdicts/outcomes/visible-reasons.ts";
import { REVIEW_REASONS } from "#edge/verification/review.ts";
import { ELIGIBILITY_REASONS } from "#vocabulary/documents.ts";
import { CAPTURE_ISSUES } from "#vocabulary/faces.ts";

it.each([
  ...["print_attack", "screen_replay", "mask_attack", "identity_changed", "frames_static"],
  ...["no_match", "review_band", "duplicate_face", "model_version_mismatch", "level_not_measured"],
  ...["fraud_suspicious", "fraud_fraudulent", "under_min_age", "age_not_read", "sides_not_linked"],
  ...["test_review", "face_match_failed", "toString", "a reason of tomorrow"],
  ...Object.keys(REVIEW_REASONS),
])("%s is returned as not_accepted", (code) => {
  expect(visibleReason(code)).toBe("not_accepted");
});

it.each([...CAPTURE_ISSUES, ...ELIGIBILITY_REASONS.filter((reason) => reason !== "ok"), "wrong_action"])(
  "%s can be corrected by the person, and is returned as it is, in words",
  (code) => {
    expect(visibleReason(code)).toBe(code);
    expect(visibleMessage(visibleReason(code))).toMatch(/^[A-Z].+\.$/);
  },
);

it("a failed and an inconclusive score return the same: both ask for the challenge", () => {
  expect(visibleReason("low_score")).toBe(visibleReason("step_up_required"));
});

it("no words name a score, a check or an attack", () => {
  for (const code of [...LIVENESS_REASONS, ...VISIBLE_REASONS]) {
    const reason = visibleReason(code);
    expect(`${reason} ${visibleMessage(reason)}`).not.toMatch(
      /score|print|screen|replay|attack|fraudulent|suspicious|duplicate|static/i,
    );
  }
});
