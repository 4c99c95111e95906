import { labArguments } from "../../arguments.ts";
import { checkAgesAndSearch } from "./age.ts";
import { eraseAndSearch } from "./erase-and-search.ts";

const HELP = `Usage: npm run lab -- erasure [--customers 100 --deaths 2]

Takes customers through every operation of a real stack, kills the edge between row, object, batch and receipt, erases
them, and searches for their references, the texts of their documents and their faces: in the database, its log, the
object store, the Durable Objects' files, the logs, a backup, and the stack that an earlier backup restores. Before that it
checks the ages of two people, and searches for them although nothing is erased. Ends with 1 if anything is found, if an
object has no row, or if a kill did not come to its point.

  --customers N   how many (default 100; each takes some six seconds of two cores)
  --deaths N      kills at each of the eight points (default 2; each takes some five seconds)
`;
const { values } = labArguments("erasure", {
  options: {
    customers: { type: "string", default: "100" },
    deaths: { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else {
  const began = Date.now();
  const say = (line: string) => console.log(`${Math.round((Date.now() - began) / 1000)} s  ${line}`);
  const { atOnce, later } = await checkAgesAndSearch(say);
  const erased = await eraseAndSearch({
    customers: Number(values.customers),
    deaths: Number(values.deaths),
    say,
  });
  const found = { ages: [...atOnce, ...later], ...erased };
  const finds = Object.entries(found).flatMap(([where, lines]: [string, readonly string[]]) =>
    lines.map((line) => `${where}: ${line}`),
  );
  for (const line of finds) console.log(`FOUND  ${line}`);
  say(finds.length === 0 ? "holds: nothing is found, every object is named by a row" : "DOES NOT HOLD");
  if (finds.length > 0) process.exitCode = 1;
}
