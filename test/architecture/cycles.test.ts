import { expect, it } from "vitest";
import { cyclesIn, graphOf } from "./source/graph.ts";
import { IMPORTS, type Import, isInside } from "./source/tree.ts";

/** Two neighbours in a folder, of which the first imports the second. */
interface Neighbours {
  readonly folder: string;
  readonly from: string;
  readonly to: string;
}

/** The point at which an import's two paths diverge: every import joins two neighbours of one folder. */
function neighboursOf({ file, target }: Import): Neighbours {
  const [own, other] = [file.split("/"), target.split("/")];
  const depth = own.findIndex((name, index) => name !== other[index]);
  return { folder: own.slice(0, depth).join("/"), from: own[depth]!, to: other[depth]! };
}

const neighbours = IMPORTS.filter(isInside).map((found) => ({ ...found, ...neighboursOf(found) }));

it("has no cycle among the files and folders of any folder", () => {
  const folders = new Set(neighbours.map(({ folder }) => folder));
  // Side by side at the root, tests use the lab's material and the lab uses the harness: see the layers.
  folders.delete("");
  const findings = [...folders].sort().flatMap((folder) => {
    const siblings = neighbours.filter((each) => each.folder === folder);
    const cycles = cyclesIn(graphOf(siblings.map(({ from, to }) => [from, to])));
    return cycles.map((cycle) => `${folder}: ${cycle}`);
  });
  expect(findings).toEqual([]);
});
