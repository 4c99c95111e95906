import { describe, expect, it } from "vitest";
import { covers, LAYERS, layerOf, layersWithin } from "./rules/layers.ts";
import { cyclesIn, graphOf } from "./source/graph.ts";
import { IMPORTS, isInside, SOURCES, say } from "./source/tree.ts";

describe("the table of layers", () => {
  it("places every module in a layer", () => {
    const unplaced = SOURCES.filter(({ path }) => layerOf(path) === undefined);
    expect(unplaced.map(({ path }) => path)).toEqual([]);
  });

  it("has no row and no entry for a path that is gone", () => {
    const exists = (entry: string) =>
      SOURCES.some(({ path }) => covers(entry, path)) || /^(proto|sdk)\/gen\//.test(entry);
    const entries = new Set(Object.entries(LAYERS).flatMap(([layer, allowed]) => [layer, ...allowed]));
    expect([...entries].filter((entry) => !exists(entry))).toEqual([]);
  });

  it("has no cycle: data flows one way", () => {
    const edges = Object.entries(LAYERS).flatMap(([layer, allowed]) =>
      allowed.flatMap((entry) =>
        [...layersWithin(entry)].flatMap((to) =>
          to === undefined || to === layer ? [] : [[layer, to] as const],
        ),
      ),
    );
    expect(cyclesIn(graphOf(edges))).toEqual([]);
  });

  it("allows every import", () => {
    const findings = IMPORTS.filter(isInside).flatMap((found) => {
      const layer = layerOf(found.file)!;
      const isAllowed = [layer, ...LAYERS[layer]!].some((entry) => covers(entry, found.target));
      return isAllowed ? [] : [say(found)];
    });
    expect(findings).toEqual([]);
  });
});
