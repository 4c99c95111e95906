import { expect, it } from "vitest";
import { remembered } from "#inference/pipelines/document/edges.ts";

it("computes a pair's value once, also where it is undefined", () => {
  const asked: string[] = [];
  const shared = remembered((a: { name: string }, b: { name: string }) => {
    asked.push(a.name + b.name);
    return a === b ? undefined : a.name + b.name;
  });
  const [a, b] = [{ name: "a" }, { name: "b" }];
  expect([shared(a, b), shared(b, a), shared(a, a)]).toEqual(["ab", "ba", undefined]);
  expect([shared(a, b), shared(b, a), shared(a, a)]).toEqual(["ab", "ba", undefined]);
  expect(asked).toEqual(["ab", "ba", "aa"]);
});
