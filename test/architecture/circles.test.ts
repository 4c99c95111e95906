import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { circlesIn, type Graph, graphOf } from "./graph.ts";
import { covers } from "./layers/layers.ts";
import { PENDING } from "./layers/pending.ts";
import { ROOMS } from "./layers/rooms.ts";
import { IMPORTS, isInside, SOURCES, say } from "./source/tree.ts";

/** The project's folders, without the root: there, tests and tools stand side by side (see the layers). */
const FOLDERS = [...new Set(SOURCES.flatMap(({ path }) => ancestors(path)))].sort();

function ancestors(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, ...ancestors(folder)];
}

/** The file or folder of a room that a path belongs to; undefined for a path elsewhere. */
const itemOf = (room: string, path: string) =>
  path.startsWith(`${room}/`) ? path.slice(room.length + 1).split("/")[0] : undefined;

/** How the files and folders that stand side by side in a room import each other. */
const importsWithin = (room: string): Graph =>
  graphOf(
    IMPORTS.filter(isInside).flatMap(({ file, target }) => {
      const from = itemOf(room, file);
      const to = itemOf(room, target);
      return from === undefined || to === undefined || from === to ? [] : [[from, to] as const];
    }),
  );

/** The folder of a room that a path belongs to; undefined for a file that lies in the room itself. */
const folderOf = (room: string, path: string) =>
  covers(room, path) && path.slice(room.length).includes("/") ? itemOf(room.slice(0, -1), path) : undefined;

it("finds no circle among the files and folders that stand side by side, in any folder", () => {
  const circles = FOLDERS.flatMap((room) =>
    circlesIn(importsWithin(room)).map((circle) => `${room}: ${circle}`),
  );
  expect(circles).toEqual(PENDING.circles);
});

describe.each(Object.entries(ROOMS))("the folders within %s", (room, order) => {
  const rank = (folder: string) => order.findIndex((folders) => folders.includes(folder));

  it("are all in the order", () => {
    const folders = new Set(SOURCES.flatMap(({ path }) => folderOf(room, path) ?? []));
    expect([...folders].filter((folder) => rank(folder) === -1)).toEqual([]);
  });

  it("import only what stands below them", () => {
    const wrong = IMPORTS.filter(({ file, target }) => {
      const from = folderOf(room, file);
      const to = folderOf(room, target);
      return from !== undefined && to !== undefined && from !== to && rank(to) >= rank(from);
    });
    expect(wrong.map(say)).toEqual(PENDING.order.filter((line) => line.startsWith(room)));
  });
});
