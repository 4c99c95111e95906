import { parseArgs } from "node:util";
import { bursts } from "../../bench/edge/bursts.ts";
import { type Rig, startRig } from "../../bench/edge/rig.ts";
import { besiege, type Findings } from "./campaign.ts";

const HELP = `Usage: npm run lab -- peers [--only connections|uploads --connections 2000 --seconds 60 --rounds 10 --seed N]

uploads      20 uploads of 5 MB at once, so many rounds
connections  Opens connections that drip, stall, half-close and hang up at each point of each operation, chunked and
             declared, with and without a credential, while another tenant uploads. Takes about two minutes.

Both go to an edge of their own on this machine. Ends with 1 when the Worker grows by more than 64 MB, an upload of the
other tenant is refused, a connection is open after every deadline, or a call has left something behind.
`;
const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    connections: { type: "string", default: "2000" },
    seconds: { type: "string", default: "60" },
    rounds: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.trunc(Math.random() * 2 ** 31)) },
    help: { type: "boolean", default: false },
  },
});
const MOST_MEGABYTES = 64;
const PARTS: Readonly<Record<string, (rig: Rig) => Promise<void>>> = { uploads, connections };

async function main(): Promise<void> {
  if (flags.help) return void process.stdout.write(HELP);
  const names = flags.only === undefined ? Object.keys(PARTS) : [flags.only];
  const parts = names.map((name) => PARTS[name]);
  for (const part of parts) {
    if (part === undefined) throw new Error(`--only takes ${Object.keys(PARTS).join(" or ")}`);
    // Each starts from a process that has not grown yet.
    const rig = await startRig();
    try {
      await part(rig);
    } finally {
      await rig.close();
    }
  }
}

async function uploads({ edge, key }: Rig): Promise<void> {
  let round = 0;
  for await (const { megabytes } of bursts(edge, key, Number(flags.rounds))) {
    round += 1;
    console.log(`20 × 5 MB   round ${round}: +${megabytes.toFixed(0)} MB (at most ${MOST_MEGABYTES})`);
    if (megabytes > MOST_MEGABYTES) process.exitCode = 1;
  }
}

async function connections(rig: Rig): Promise<void> {
  const [count, seconds, seed] = [flags.connections, flags.seconds, flags.seed].map(Number) as [
    number,
    number,
    number,
  ];
  console.log(`peers: ${count} connections over ${seconds} s, seed ${seed}`);
  report(await besiege(rig, { connections: count, seconds, seed, warmUp: 60, progress: console.log }));
}

function report({ ended, healthy, refused, left, megabytes, bareMegabytes }: Findings): void {
  const open = ended.filter(({ openMs }) => openMs === null);
  const statuses = Map.groupBy(ended, ({ status }) => status ?? "none");
  console.log(
    `answers     ${[...statuses].map(([status, { length }]) => `${status}: ${length}`).join(", ")}`,
  );
  console.log(`longest     ${(Math.max(...ended.map(({ openMs }) => openMs ?? 0)) / 1_000).toFixed(1)} s`);
  console.log(`still open  ${open.length}`);
  for (const { plan, status } of open.slice(0, 10)) {
    const { request, isChunked, point, manner } = plan;
    console.log(
      `            ${request.method} ${request.path}, ${isChunked ? "chunked" : "declared"}, ${manner}: ${point}, ${status}`,
    );
  }
  console.log(`healthy     ${healthy} uploads, refused ${refused.length}`);
  for (const fault of refused.slice(0, 10)) console.log(`            ${fault}`);
  console.log(
    `left        ${Object.entries(left)
      .map(([what, count]) => `${what}: ${count}`)
      .join(", ")}`,
  );
  console.log(`memory      +${megabytes.toFixed(0)} MB (at most ${MOST_MEGABYTES})`);
  console.log(
    `a bare one  +${bareMegabytes.toFixed(0)} MB: reads what the same connections send, without deadlines`,
  );
  const isClean = Object.values(left).every((count) => count === 0);
  if (open.length > 0 || refused.length > 0 || !isClean || megabytes > MOST_MEGABYTES) process.exitCode = 1;
}

await main();
