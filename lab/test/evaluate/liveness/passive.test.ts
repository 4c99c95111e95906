import { expect, it } from "vitest";
import { isAnswered, passiveSections } from "../../../evaluate/liveness/passive.ts";
import type { PresentationResult } from "../../../evaluate/liveness/presentations.ts";

const presentation = (more: Partial<PresentationResult>): PresentationResult => ({
  isAttack: false,
  kind: "selfie",
  source: "a",
  path: "",
  pad: 0.9,
  reason: "live",
  ...more,
});

it("an error rate is a mean over sources, so that one with many photos weighs no more than another", () => {
  const many = Array.from({ length: 9 }, () => presentation({ source: "a", pad: 0.1, reason: "low_score" }));
  const [passive] = passiveSections([...many, presentation({ source: "b" })]);
  expect(passive!.table!.rows).toEqual([
    ["BPCER selfie", 10, 2, "0 of 10", "50.0 % [1.3–98.7]", "50.0 % [1.3–98.7]"],
  ]);
});

it("an attack is an error when its score reaches the threshold, each kind for itself", () => {
  const attack = (kind: string, source: string, pad: number) =>
    presentation({ isAttack: true, kind, source, pad, reason: pad < 0.5 ? "step_up_required" : "live" });
  const [passive] = passiveSections([
    presentation({}),
    attack("print", "p1", 0.3),
    attack("print", "p2", 0.1),
    attack("mask", "m1", 0.5),
  ]);
  const rates = Object.fromEntries(passive!.table!.rows.map((row) => [row[0], row.slice(4)]));
  expect(rates["APCER print"]).toEqual(["0.0 % [0.0–84.2]", "50.0 % [1.3–98.7]"]);
  expect(rates["APCER mask"]).toEqual(["100.0 % [2.5–100.0]", "100.0 % [2.5–100.0]"]);
});

it("a capture that was refused, or that lies outside the models' range, is no answer and no error", () => {
  const unanswered = [
    presentation({ reason: "too_dark", source: "b" }),
    presentation({ pad: null, reason: "step_up_required", source: "c" }),
  ];
  expect(unanswered.map(isAnswered)).toEqual([false, false]);
  const [passive] = passiveSections([presentation({}), ...unanswered]);
  expect(passive!.table!.rows[0]!.slice(1, 5)).toEqual([3, 3, "2 of 3", "0.0 % [0.0–97.5]"]);
});
