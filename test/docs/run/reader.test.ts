import { describe, expect, it } from "vitest";
import { useFolder } from "../../harness/folder.ts";
import { blocksOf, readings } from "./blocks.ts";
import { Reader } from "./reader.ts";

const folder = useFolder();

const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;

/** Reads a page that starts no service. */
async function read(page: string): Promise<void> {
  const reader = new Reader(folder, process.env, { "3000": "4000" }, 0);
  try {
    for (const block of blocksOf(page)) await reader.follow(block);
  } finally {
    reader.close();
  }
}

describe("a reader of a page", () => {
  it.each([
    ["a variable of an earlier block", fence("sh", "A=one") + fence("sh", "echo $A") + fence("text", "one")],
    ["an ellipsis for any text", fence("sh", "echo id_17 made") + fence("text", "id_… made")],
    [
      "the fields that are shown",
      fence("sh", `echo '{"a":{"b":"x1","c":2}}'`) + fence("json", '{"a":{"b":"x…"}}'),
    ],
    [
      "a file that was saved",
      fence('js title="a.js"', "console.log(3000)") + fence("sh", "node a.js") + fence("text", "4000"),
    ],
    [
      "a block of another terminal, in the first folder",
      fence("sh", "mkdir deep; cd deep") + fence('sh terminal="2"', "ls -d deep") + fence("text", "deep"),
    ],
    ["a block in a list", `1. Run\n\n   ${fence("sh", "   echo a").replaceAll("\n```", "\n   ```")}`],
  ])("takes %s", (_, page) => read(page));

  it.each([
    ["another output than the page shows", fence("sh", "echo a") + fence("text", "b")],
    ["more output than the page shows", fence("sh", "echo a; echo b") + fence("text", "a")],
    ["another field than the page shows", fence("sh", `echo '{"a":1}'`) + fence("json", '{"a":2}')],
    ["a list of another length", fence("sh", `echo '{"a":[1,2]}'`) + fence("json", '{"a":[1]}')],
    ["a command that fails, though another follows", fence("sh", "false\ntrue")],
    ["a block that nothing runs or saves", fence("python", "print(1)")],
  ])("rejects %s", (_, page) => expect(read(page)).rejects.toThrow());
});

it("a page with a choice is read once with each section of it, and what stands around the choice", () => {
  const page = "a\n## Choose\nb\n### One\nc\n### Two\nd\n## After\ne\n";
  expect(
    readings(page, "Choose").map(({ name, page: read }) => [name, read.replaceAll(/\s+/g, " ")]),
  ).toEqual([
    ["One", "a ## Choose b ### One c ### ## After e "],
    ["Two", "a ## Choose b ### ### Two d ## After e "],
  ]);
});
