import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { eraseAndSearch } from "./erase-and-search.ts";

const HELP = `Usage: npm run erasure [-- --customers 100 --deaths 2]

Takes customers through every operation of a real stack, kills the edge between row, object, batch and receipt, erases
them, and searches the database, its log, the object store, the Durable Objects' files, the logs and the memory of every
process for their references, the texts of their documents and their faces. Ends with 1 where anything is found that was
kept on purpose, or an object that no row names.

  --customers N   how many (default 100; each takes some ten seconds of two cores)
  --deaths N      kills at each of the eight points (default 2)
  --settle N      seconds of rest before memory is searched (default 65: readings are dropped after 60)
`;
const { values } = parseArgs({
  options: {
    customers: { type: "string", default: "100" },
    deaths: { type: "string", default: "2" },
    settle: { type: "string", default: "65" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else {
  const began = Date.now();
  const say = (line: string) => console.log(`${Math.round((Date.now() - began) / 1000)} s  ${line}`);
  const found = await eraseAndSearch({
    customers: Number(values.customers),
    deaths: Number(values.deaths),
    settle: () => sleep(Number(values.settle) * 1_000),
    say,
  });
  for (const line of found.onDisk) console.log(`FOUND  ${line}`);
  for (const line of found.orphans) console.log(`ORPHAN ${line}`);
  for (const line of found.inMemory) console.log(`memory ${line}`);
  const holds = found.onDisk.length + found.orphans.length === 0;
  console.log(holds ? "holds: nothing on disk, every object is named by a row" : "DOES NOT HOLD");
  if (!holds) process.exitCode = 1;
}
