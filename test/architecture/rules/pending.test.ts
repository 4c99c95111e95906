import { expect, it } from "vitest";
import { judge } from "./pending.ts";

const finding = { place: "edge/api", found: "edge/api: call → check → call" };

it("a finding fails a rule unless its place is pending", () => {
  expect(judge([finding], [])).toEqual([finding.found]);
  expect(judge([finding], ["edge/api"])).toEqual([]);
});

it("a pending place fails a rule as soon as nothing is found there", () => {
  expect(judge([], ["edge/api"])).toEqual(["no longer pending: edge/api"]);
});
