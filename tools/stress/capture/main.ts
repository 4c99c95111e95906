import { parseArgs } from "node:util";
import { quantile } from "../../../inference/statistics.ts";
import type { WalkBrowser } from "./browsers/browser.ts";
import { openChromium } from "./browsers/chromium.ts";
import { openFirefox } from "./browsers/firefox.ts";
import { openWebKit } from "./browsers/webkit.ts";
import { openCast } from "./cast.ts";
import { befall } from "./faults/befall.ts";
import { FAULTS } from "./faults/faults.ts";
import { type End, type Journal, openJournal } from "./journal.ts";
import { lineOf, summaryOf } from "./report.ts";
import { openTheatre } from "./theatre.ts";
import { BARS, type Times, timeVisit } from "./times.ts";
import { WALKS, type Walk } from "./walks.ts";

const HELP = `Usage: npm run walk [-- --seeds 3 --from 1 --deal --only NAME --browser B --journal FILE --minutes 30]

Walks people through the capture page in a browser, from the link to the outcome, on a stack of its own with the bundled
pack. The camera is generated: it shows a document, a face, and then what the server drew. Each seed is another document.
The honest, with cards, passports and permits of two sides, have to be approved; the wrong action, a flat print and a
second person to be declined. No walk may make the console complain, or leave a secret in an address, in the console or
in storage. It prints each walk, the times and bytes, and ends with 1 where one ended otherwise. It begins no walk
after --minutes, which is told as a fault as well.
In Chromium the camera is a file; in Firefox and WebKit a canvas takes its place before the page asks for it.
  --seeds N    walks of each kind, with one seed each
  --from N     the first seed
  --deal       one walk for each seed, the kinds in turn
  --browser B  chromium, keyboard (Chromium by a person who has nothing else), firefox or webkit
  --journal FILE  keeps each walk, and walks none twice: the same command goes on where it was cut off
  --faults F   instead of walks, one person for each fault whose name has F in it ('' for all): the camera, the line, the
               token, refusals, reloads, tabs. Each has to end approved, with as many attempts as captures
  --times N    instead of walks, N visits on a processor four times slower: link to consent on a line of 1.6 Mbit/s and
               300 ms, camera to first frame, document to picture, frames judged a second, longest task
  --only NAME  kinds whose name has this in it: ${WALKS.map(({ name }) => name).join(", ")}
A walk takes some 15 s on two cores. CHROMIUM, FIREFOX and WEBKIT (its MiniBrowser, with WEBKIT_DRIVER) name the
browsers; default is where Debian's chromium, firefox-esr and webkit2gtk-driver put them. WebKit wants a screen: xvfb-run.
`;

const BROWSERS: Readonly<Record<string, () => Promise<WalkBrowser>>> = {
  chromium: () => openChromium(),
  keyboard: () => openChromium("keyboard"),
  firefox: openFirefox,
  webkit: openWebKit,
};

const { values: flags } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    from: { type: "string", default: "1" },
    deal: { type: "boolean", default: false },
    journal: { type: "string" },
    browser: { type: "string", default: "chromium" },
    faults: { type: "string" },
    only: { type: "string", default: "" },
    times: { type: "string", default: "0" },
    minutes: { type: "string", default: "30" },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const kinds = WALKS.filter(({ name }) => name.includes(flags.only));
  if (flags.faults !== undefined) return faults(flags.faults);
  if (Number(flags.times) > 0) return times(Number(flags.times));
  if (kinds.length === 0)
    throw new Error(`no walk has ${JSON.stringify(flags.only)} in its name: see --help`);
  const seeds = Array.from({ length: Number(flags.seeds) }, (_, n) => Number(flags.from) + n);
  const all = seeds.flatMap((seed) => kinds.map((walk) => ({ walk, seed })));
  const due = flags.deal ? seeds.map((seed) => ({ walk: kinds[seed % kinds.length]!, seed })) : all;
  const journal = await openJournal(flags.journal);
  await walkAll(due, journal);
  const left = due.length - journal.entries.length;
  const { lines, missed } = summaryOf(kinds, journal.entries);
  for (const line of lines) console.log(line);
  if (left > 0) console.log(`not walked     ${left}, for want of time`);
  if (missed > 0 || left > 0) process.exitCode = 1;
}

/** Walks those whom the journal does not have yet, on one stack and in one browser. */
async function walkAll(due: readonly { readonly walk: Walk; readonly seed: number }[], journal: Journal) {
  const isWalked = ({ name }: Walk, seed: number) =>
    journal.entries.some((entry) => entry.walk === name && entry.seed === seed);
  const left = due.filter(({ walk, seed }) => !isWalked(walk, seed));
  if (left.length === 0) return;
  const browser = await BROWSERS[flags.browser]!();
  const theatre = await openTheatre(browser);
  const cast = await openCast();
  try {
    for (const { walk, seed } of left) {
      if (performance.now() > Number(flags.minutes) * 60_000) return;
      const person = await walk.cast(cast, seed);
      const end: End = await theatre
        .walk(walk, person, `${walk.name} ${seed}`)
        .catch((error: unknown) => ({ stuck: String(error).split("\n")[0]! }));
      const entry = { walk: walk.name, seed, browser: browser.name, end };
      await journal.add(entry);
      console.log(`${journal.entries.length}/${due.length}  ${lineOf(entry)}`);
    }
  } finally {
    await cast.close();
    await theatre.close();
    await browser.close();
  }
}

/** One walk for each fault whose name has this in it. */
async function faults(named: string): Promise<void> {
  const browser = await openChromium();
  const theatre = await openTheatre(browser);
  const cast = await openCast();
  let missed = 0;
  try {
    const person = await cast.person({ seed: Number(flags.from) });
    for (const name of Object.keys(FAULTS).filter((each) => each.includes(named))) {
      const { end, screens, complaints } = await befall(theatre, person, name).catch(stuck);
      if (complaints.length > 0) missed++;
      console.log([name.padEnd(28), end, screens.join(" "), ...complaints].join("  "));
    }
  } finally {
    await cast.close();
    await theatre.close();
    await browser.close();
  }
  console.log(missed === 0 ? "holds" : `DOES NOT HOLD: ${missed}`);
  if (missed > 0) process.exitCode = 1;
}

const stuck = (error: unknown) => ({
  end: "stuck",
  screens: [],
  complaints: [String(error).split("\n")[0]!],
});

/** Measures so many visits; the median of each is held against its bar. */
async function times(visits: number): Promise<void> {
  const browser = await openChromium();
  const theatre = await openTheatre(browser);
  const cast = await openCast();
  const taken: Times[] = [];
  try {
    const person = await cast.person({ seed: Number(flags.from) });
    for (let n = 0; n < visits; n++) taken.push(await timeVisit(theatre, WALKS[0]!, person, `visit ${n}`));
  } finally {
    await cast.close();
    await theatre.close();
    await browser.close();
  }
  for (const { of, what, most = Infinity, least = 0 } of BARS) {
    const values = taken.map((each) => each[of]).sort((a, b) => a - b);
    const median = quantile(values, 0.5);
    const holds = median <= most && median >= least;
    const range = `${values[0]!.toFixed(0)} to ${values.at(-1)!.toFixed(0)}`;
    const bar = most === Infinity ? `≥ ${least}` : `≤ ${most}`;
    console.log(`${what.padEnd(44)}p50 ${median.toFixed(0)}, ${range}; bar ${bar}${holds ? "" : "  MISSED"}`);
    if (!holds) process.exitCode = 1;
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await main();
