import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

interface Program {
  readonly summary: string;
  /** What Node runs, from the repository's root. */
  readonly command: readonly string[];
  /** Variables for tests that run longer than `npm test` can afford. Those of the caller come first. */
  readonly env?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, "..");
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];
const seed = () => `${Math.trunc(Math.random() * 2 ** 31)}`;

const PROGRAMS: Readonly<Record<string, Program>> = {
  evaluate: {
    summary: "how often answers are right: documents, faces, liveness, forgery, quality",
    command: ["lab/evaluate/main.ts"],
  },
  bench: {
    summary: "speed and memory beside a peer or the bare runtime",
    command: ["lab/bench/main.ts"],
  },
  gpu: {
    summary: "a GPU host beside the same nets on the processor",
    command: ["lab/gpu/main.ts"],
  },
  chaos: {
    summary: "webhooks while receivers, the database and the dispatcher fail",
    command: ["lab/campaigns/chaos/chaos.ts"],
  },
  faults: {
    summary: "a stack whose parts are killed, cut off and slowed down",
    command: ["lab/campaigns/faults/main.ts"],
  },
  overload: {
    summary: "an edge and an inference host that are offered more than they can do",
    command: ["lab/campaigns/overload/main.ts"],
  },
  fairness: {
    summary: "one tenant beside another that sends ten times the capacity",
    command: ["lab/campaigns/overload/fairness.ts"],
  },
  peers: {
    summary: "2,000 connections that drip, stall and hang up; 20 large uploads at once",
    command: ["lab/campaigns/peers/peers.ts"],
  },
  cost: {
    summary: "the dearest valid pictures and readings, searched for",
    command: ["lab/campaigns/cost/main.ts"],
  },
  erasure: {
    summary: "an erased person's bytes, searched for in all files",
    command: ["lab/campaigns/erasure/erasure.ts"],
  },
  walk: {
    summary: "people of many kinds on the hosted page, in Chromium",
    command: ["lab/campaigns/walk/main.ts"],
  },
  "walk-faults": {
    summary: "the page's recovery from 500 random faults (RUNS, SEED)",
    command: [...VITEST, "--project", "long", "test/capture/recovery"],
    env: { RUNS: "500", SEED: seed() },
  },
  fuzz: {
    summary: "50,000 random requests to the API (RUNS, SEED)",
    command: [...VITEST, "--project", "long", "test/edge/adversary/fuzz.test.ts"],
    env: { RUNS: "50000", SEED: seed() },
  },
  shots: {
    summary: "the images of docs/images: the capture page and the dashboard, in Chromium",
    command: ["lab/shots.ts"],
  },
  evidence: {
    summary: "1,000 random sequences of uploads by HTTP beside the model of evidence (HTTP_RUNS)",
    command: [...VITEST, "--project", "long", "test/edge/evidence/http"],
    env: { HTTP_RUNS: "1000" },
  },
};

const HELP = `Usage: npm run lab -- PROGRAM [ARGUMENT …]

${Object.entries(PROGRAMS)
  .map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`)
  .join("\n")}

npm run lab -- PROGRAM --help lists the program's own arguments.
`;

async function main([name = "", ...args]: readonly string[]): Promise<number> {
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (program === undefined) {
    const isHelp = name === "--help";
    if (name !== "" && !isHelp) process.stderr.write(`lab: there is no program ${name}\n\n`);
    process.stdout.write(HELP);
    return isHelp ? 0 : 2;
  }
  const child = spawn(process.execPath, [...program.command, ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...program.env, ...process.env },
  });
  // The terminal sends its signals to the program as well, which ends what it has started.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "exit");
  return code ?? 1;
}

process.exitCode = await main(process.argv.slice(2));
