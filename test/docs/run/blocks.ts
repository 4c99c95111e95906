/** A fenced code block of a page. */
export interface Block {
  /** Its language: the fence's first word. */
  readonly language: string;
  /** The file that the reader saves it as, from `title="server.js"`. */
  readonly title: string | undefined;
  /** Whether another terminal runs it, in the folder where the page began: `terminal="2"`. */
  readonly inOtherTerminal: boolean;
  /** A command that keeps running, or the output of one. */
  readonly background: boolean;
  /** Why the block is not run here, from `not-run="…"`. */
  readonly notRun: string | undefined;
  readonly text: string;
  /** The line of its fence in the page. */
  readonly line: number;
}

/** A fence, its indent in a list's item, and what it holds. */
const FENCE = /^( *)```(\w+)?(.*)\n([\s\S]*?)^\1```$/gm;

/** A page's code blocks, in order. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(FENCE)].map(
    ({ index, 1: indent, 2: language = "", 3: info = "", 4: text = "" }) => ({
      language,
      title: /title="([^"]+)"/.exec(info)?.[1],
      inOtherTerminal: /\bterminal="/.test(info),
      background: /\bbackground\b/.test(info),
      notRun: /not-run="([^"]+)"/.exec(info)?.[1],
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      line: page.slice(0, index).split("\n").length,
    }),
  );
}

/**
 * A page as its readers follow it. Under the heading `choice` a reader follows one of the `###` sections, so
 * that the page is read once with each of them; without a choice it is read once, as it stands.
 */
export function readings(page: string, choice?: string): { name: string; page: string }[] {
  if (choice === undefined) return [{ name: "", page }];
  const from = page.indexOf(`\n## ${choice}\n`);
  if (from < 0) throw new Error(`no heading: ${choice}`);
  const next = page.indexOf("\n## ", from + 1);
  const to = next < 0 ? page.length : next;
  const [before, ...sections] = page.slice(from, to).split("\n### ");
  // The lines of the other sections stay, empty, so that a block keeps its line.
  const blank = (text: string) => text.replaceAll(/[^\n]/g, "");
  return sections.map((section) => ({
    name: section.slice(0, section.indexOf("\n")),
    page: [
      page.slice(0, from),
      [before, ...sections.map((each) => (each === section ? each : blank(each)))].join("\n### "),
      page.slice(to),
    ].join(""),
  }));
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The pattern of a shown output: an ellipsis in it matches any text. */
export const pattern = (shown: string): string => shown.trim().split("…").map(escaped).join("[\\s\\S]*?");
