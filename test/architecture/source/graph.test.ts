import { expect, it } from "vitest";
import { circlesIn, graphOf } from "./graph.ts";

const circles = (...edges: string[]) => circlesIn(graphOf(edges.map((edge) => [edge[0]!, edge[1]!])));

it("a graph with an order has no cycle", () => {
  expect(circles("ab", "ac", "bd", "cd")).toEqual([]);
});

it("a cycle is named by its nodes, the shortest first", () => {
  expect(circles("ab", "bc", "ca", "ba")).toEqual(["a → b → a", "c → a → b → c"]);
});

it("separate cycles are all named", () => {
  expect(circles("ab", "ba", "bc", "cd", "dc")).toEqual(["a → b → a", "c → d → c"]);
});
