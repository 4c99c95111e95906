import { expect, it } from "vitest";
import { cyclesIn, graphOf } from "./graph.ts";

const cycles = (...edges: string[]) => cyclesIn(graphOf(edges.map((edge) => [edge[0]!, edge[1]!])));

it("a graph with an order has no cycle", () => {
  expect(cycles("ab", "ac", "bd", "cd")).toEqual([]);
});

it("a cycle is named by its nodes, the shortest first", () => {
  expect(cycles("ab", "bc", "ca", "ba")).toEqual(["a → b → a", "c → a → b → c"]);
});

it("separate cycles are all named", () => {
  expect(cycles("ab", "ba", "bc", "cd", "dc")).toEqual(["a → b → a", "c → d → c"]);
});
