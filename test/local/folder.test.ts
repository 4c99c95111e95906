import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { OWN_SHAPE } from "#local/edge/settings.ts";
import { STACK_SHAPE } from "#local/stack/settings.ts";
import { useFolder } from "../harness/folder.ts";

const folder = useFolder();

/** A new folder that holds these files. */
function holding(...names: readonly string[]): string {
  const path = mkdtempSync(join(folder, "data-"));
  for (const name of names) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), "");
  }
  return path;
}

describe.each([
  ["SELFSAME_DATA", STACK_SHAPE.SELFSAME_DATA],
  ["EDGE_DATA", OWN_SHAPE.EDGE_DATA],
])("%s", (_, schema) => {
  const faultOf = (path: string) => schema.safeParse(path).error?.issues.map(({ message }) => message);

  it("is a new or empty folder, hidden files and what a file system brings aside", () => {
    expect(faultOf(join(folder, "new"))).toBeUndefined();
    expect(faultOf(holding())).toBeUndefined();
    expect(faultOf(holding("lost+found/a", ".gitkeep"))).toBeUndefined();
  });

  it.each(["running.lock", "secrets.json", "models/a", "media/r2/a", "bundle/options.json"])(
    "is a folder that has been used before, with %s",
    (own) => expect(faultOf(holding("notes.txt", own))).toBeUndefined(),
  );

  it("is no folder of other files, which are named", () => {
    const path = holding("bundle/a", "media/a", "notes.txt");
    const advice = "Choose a new or empty folder, or one of an earlier start";
    expect(faultOf(path)).toEqual([`${path} is in other use: it holds bundle and 2 more. ${advice}`]);
    const one = holding("notes.txt");
    expect(faultOf(one)).toEqual([`${one} is in other use: it holds notes.txt. ${advice}`]);
  });

  it("is no folder whose path is misspelt, and no file", () => {
    expect(faultOf(join(folder, "no/such"))).toEqual([expect.stringMatching(/^neither .* exists$/)]);
    expect(faultOf(import.meta.filename)).toEqual([`${import.meta.filename} is a file, not a folder`]);
  });
});
