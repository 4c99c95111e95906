import { expect, it } from "vitest";
import { hasPad } from "#edge/verdicts/liveness/judge.ts";
import { BUNDLED } from "#inference/bundle/bundled.ts";
import { RECOMMENDED } from "#inference/bundle/recommended.ts";
import { LEVELS } from "#inference/calibration/operating-point.ts";
import { INDICATORS } from "#inference/forensics/detector/indicators.ts";
import { FALSE_MATCH_RATES, MATCH_LEVELS } from "#vocabulary/faces.ts";
import { DERIVED_SIGNALS, SIGNALS } from "#vocabulary/fraud.ts";

// The edge and inference share no code but the proto, in which these words are texts: here they are compared.

it("inference measures every signal of the contract that the edge does not derive, and no other", () => {
  const measured = new Set<string>(Object.values(INDICATORS));
  expect([...measured].filter((name) => !SIGNALS.some((signal) => signal === name))).toEqual([]);
  expect(SIGNALS.filter((name) => !measured.has(name))).toEqual([...DERIVED_SIGNALS]);
});

it("measures model bundles at the levels that policies name, for the same false match rates", () => {
  expect(LEVELS).toEqual(FALSE_MATCH_RATES);
  expect(Object.keys(LEVELS)).toEqual([...MATCH_LEVELS]);
});

it("finds the PAD models of the recommended bundle, and none in the bundled one", () => {
  const hasPadIn = (models: readonly { readonly task: string }[]) =>
    hasPad({ models: models.map(({ task }) => ({ task, name: task, version: "1" })) });
  expect([hasPadIn(RECOMMENDED), hasPadIn(BUNDLED)]).toEqual([true, false]);
});
