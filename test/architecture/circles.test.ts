import { describe, expect, it } from "vitest";
import { ROOMS } from "./rules/rooms.ts";
import { circlesIn, graphOf } from "./source/graph.ts";
import { IMPORTS, type Import, isInside, SOURCES, say } from "./source/tree.ts";

/** Two things that stand side by side in a room, the one importing the other. */
interface Neighbours {
  readonly room: string;
  readonly from: string;
  readonly to: string;
}

/** Where the paths of an import part: every import joins two neighbours of one room. */
function neighboursOf({ file, target }: Import): Neighbours {
  const [own, other] = [file.split("/"), target.split("/")];
  const depth = own.findIndex((name, index) => name !== other[index]);
  return { room: own.slice(0, depth).join("/"), from: own[depth]!, to: other[depth]! };
}

const neighbours = IMPORTS.filter(isInside).map((found) => ({ ...found, ...neighboursOf(found) }));

it("finds no circle among the files and folders that stand side by side, in any folder", () => {
  const rooms = new Set(neighbours.map(({ room }) => room));
  // Side by side at the root, tests use the lab's material and the lab uses the harness: see the layers.
  rooms.delete("");
  const findings = [...rooms].sort().flatMap((room) => {
    const inRoom = neighbours.filter((each) => each.room === room);
    const circles = circlesIn(graphOf(inRoom.map(({ from, to }) => [from, to])));
    return circles.map((circle) => `${room}: ${circle}`);
  });
  expect(findings).toEqual([]);
});

describe.each(Object.entries(ROOMS))("the folders within %s", (room, order) => {
  const rank = (folder: string) => order.findIndex((folders) => folders.includes(folder));
  const isFolder = (name: string) => !name.includes(".");

  it("are all in the order", () => {
    const below = SOURCES.filter(({ path }) => path.startsWith(`${room}/`));
    const names = new Set(below.map(({ path }) => path.slice(room.length + 1).split("/")[0]!));
    expect([...names].filter((name) => isFolder(name) && rank(name) === -1)).toEqual([]);
  });

  it("import only what stands below them", () => {
    const wrong = neighbours.filter(
      ({ room: at, from, to }) => at === room && isFolder(from) && isFolder(to) && rank(to) >= rank(from),
    );
    expect(wrong.map(say)).toEqual([]);
  });
});
