import { expect, it } from "vitest";
import { withoutScores } from "../../../edge/api/without-scores.ts";

it("hides scores, thresholds and similarities at any depth, with the measures beside them", () => {
  const answer = {
    is_live: true,
    score: 0.9,
    threshold: 0.5,
    similarity: 0.8,
    overall_score: 0.1,
    explanation: "No cut runs beside the text.",
    thresholds: { suspicious: 0.5 },
    frames: [{ index: 0, score: 0.9, issues: ["too_dark"] }],
    gate_rejections: [{ gate: "darkness", value: 12, threshold: 45, message: "dark" }],
    fields: { last_name: { value: "Eriksson", confidence: 0.9 } },
    verification_id: null,
  };
  expect(withoutScores(answer)).toEqual({
    is_live: true,
    frames: [{ index: 0, issues: ["too_dark"] }],
    gate_rejections: [{ gate: "darkness", message: "dark" }],
    fields: { last_name: { value: "Eriksson", confidence: 0.9 } },
    verification_id: null,
  });
});
