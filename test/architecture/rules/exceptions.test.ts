import { expect, it } from "vitest";
import { judge } from "./exceptions.ts";

const finding = { place: "edge/api", found: "edge/api: 13 names" };

it("a finding fails a rule unless its place is an exception", () => {
  expect(judge([finding], [])).toEqual([finding.found]);
  expect(judge([finding], ["edge/api"])).toEqual([]);
});

it("an exception fails a rule as soon as nothing is found there", () => {
  expect(judge([], ["edge/api"])).toEqual(["no longer an exception: edge/api"]);
});
