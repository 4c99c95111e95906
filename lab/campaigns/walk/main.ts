import { labArguments } from "../../arguments.ts";
import { walkAll } from "./campaign.ts";
import { walkFaults } from "./inject-fault.ts";
import { measureVisits } from "./times.ts";
import { WALKS } from "./walks.ts";

const HELP = `Usage: npm run lab -- walk [--seeds 3 --from 1 --deal --only NAME --keyboard --minutes 30]

Walks people through the capture page in Chromium, from the link to the outcome, on a stack of its own with the bundled
pack. The camera is generated: it shows a document, a face, and then what the server drew. Each seed is another document.
The honest, with cards, passports and permits of two sides, have to be approved; the wrong action, a flat print and a
second person to be declined. No walk may make the console complain, or leave a secret in an address, in the console or
in storage. It prints each walk, the times and bytes, and ends with 1 where one ended otherwise. It begins no walk
after --minutes, which is reported as a fault, too.
  --seeds N    walks of each kind, with one seed each
  --from N     the first seed
  --deal       one walk for each seed, the kinds in turn
  --keyboard   by a person who has nothing else
  --faults F   instead of walks, one person for each fault whose name has F in it ('' for all; commas part several): the
               camera, reloads, tabs, crashes. Each has to end approved
  --times N    instead of walks, N visits on a processor four times slower: link to consent on a line of 1.6 Mbit/s and
               300 ms, camera to first frame, document to image, frames judged a second, longest task
  --only NAME  kinds whose name has this in it: ${WALKS.map(({ name }) => name).join(", ")}
A walk takes some 15 s on two cores. CHROMIUM names the browser; default is where Debian puts it.
`;

const { values: flags } = labArguments("walk", {
  options: {
    seeds: { type: "string", default: "3" },
    from: { type: "string", default: "1" },
    deal: { type: "boolean", default: false },
    keyboard: { type: "boolean", default: false },
    faults: { type: "string" },
    only: { type: "string", default: "" },
    times: { type: "string" },
    minutes: { type: "string", default: "30" },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<boolean> {
  const from = wholeNumber("from");
  if (flags.faults !== undefined) return walkFaults(flags.faults, from);
  if (flags.times !== undefined) return measureVisits(wholeNumber("times"), from);
  const kinds = WALKS.filter(({ name }) => name.includes(flags.only));
  if (kinds.length === 0)
    throw new Error(`no walk has ${JSON.stringify(flags.only)} in its name: see --help`);
  const seeds = Array.from({ length: wholeNumber("seeds") }, (_, n) => from + n);
  const due = flags.deal
    ? seeds.map((seed) => ({ walk: kinds[seed % kinds.length]!, seed }))
    : seeds.flatMap((seed) => kinds.map((walk) => ({ walk, seed })));
  return walkAll(due, { hands: flags.keyboard ? "keyboard" : "mouse", minutes: wholeNumber("minutes") });
}

function wholeNumber(name: "seeds" | "from" | "times" | "minutes"): number {
  const value = Number(flags[name]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1`);
  return value;
}

if (flags.help) process.stdout.write(HELP);
else if (!(await main())) process.exitCode = 1;
