import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, textFiles } from "./files.ts";

/** The name of an event where the code logs it. */
const LOGGED = /\b(?:announce|log)\("([a-z_]+)"|JSON\.stringify\(\{ event: "([a-z_]+)"/g;

const logged = textFiles("{edge,inference,local}/**/*.ts").flatMap(({ text }) =>
  [...text.matchAll(LOGGED)].map(([, announced, written]) => announced ?? written!),
);

it("the page of log events lists every event that the code logs, and no other", () => {
  const page = readFileSync(join(ROOT, "docs/reference/log-events.md"), "utf8");
  const listed = [...page.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name!);
  // Composed of a prefix and the gallery server's own events.
  const composed = ["gallery_away", "gallery_back", "gallery_lost"];
  expect([...new Set(listed)].sort()).toEqual([...new Set([...logged, ...composed])].sort());
});
