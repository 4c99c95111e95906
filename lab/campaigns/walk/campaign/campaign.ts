import type { WalkBrowser } from "../browsers/browser.ts";
import { inHouse } from "../house.ts";
import type { Walk } from "../walks.ts";
import { type End, type Entry, openJournal } from "./journal.ts";
import { lineOf, summaryOf } from "./report.ts";

/** Who walks: a kind of person with a document of this seed. */
interface Due {
  readonly walk: Walk;
  readonly seed: number;
}

interface Options {
  readonly openBrowser: () => Promise<WalkBrowser>;
  /** Where each walk is kept; undefined for nowhere. */
  readonly journal: string | undefined;
  /** After so many minutes no further walk begins. */
  readonly minutes: number;
}

/** Walks those whom the journal does not have yet. Resolves with whether all ended as they have to. */
export async function walkAll(all: readonly Due[], { openBrowser, ...options }: Options): Promise<boolean> {
  const journal = await openJournal(options.journal);
  const until = performance.now() + options.minutes * 60_000;
  const entryOf = ({ walk, seed }: Due): Entry | undefined =>
    journal.entries.find((entry) => entry.walk === walk.name && entry.seed === seed);
  const left = () => all.filter((due) => entryOf(due) === undefined);
  if (left().length > 0)
    await inHouse(openBrowser, async ({ browser, theatre, cast }) => {
      for (const { walk, seed } of left()) {
        if (performance.now() > until) return;
        const person = await walk.cast(cast, seed);
        const end: End = await theatre.walk(walk, person, `${walk.name} ${seed}`).catch(stuck);
        const entry: Entry = { walk: walk.name, seed, browser: browser.name, end };
        await journal.add(entry);
        console.log(`${all.length - left().length}/${all.length}  ${lineOf(entry)}`);
      }
    });
  const kinds = [...new Set(all.map(({ walk }) => walk))];
  const { lines, missed } = summaryOf(
    kinds,
    all.map(entryOf).filter((entry) => entry !== undefined),
  );
  for (const line of lines) console.log(line);
  if (left().length > 0) console.log(`not walked     ${left().length}, for want of time`);
  return missed === 0 && left().length === 0;
}

const stuck = (error: unknown): End => ({ stuck: String(error).split("\n", 4).join(" ") });
