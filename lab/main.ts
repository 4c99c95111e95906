import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { nearestName } from "../edge/http/received.ts";
import { reject } from "./arguments.ts";

interface Program {
  readonly summary: string;
  /** Arguments of Node, from the repository's root. */
  readonly command: readonly string[];
  /** Variables for tests that run longer than `npm test` can afford. Those of the caller come first. */
  readonly env?: Readonly<Record<string, string>>;
}

const ROOT = join(import.meta.dirname, "..");
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/vitest.config.ts"];
const seed = () => `${Math.trunc(Math.random() * 2 ** 31)}`;

const run = (summary: string, script: string): Program => ({ summary, command: [join("lab", script)] });
const test = (summary: string, path: string, env: NonNullable<Program["env"]>): Program => ({
  summary,
  command: [...VITEST, "--project", "long", join("test", path)],
  env,
});

const PROGRAMS: Readonly<Record<string, Program>> = {
  evaluate: run(
    "how often answers are right: documents, faces, liveness, forgery, quality",
    "evaluate/main.ts",
  ),
  bench: run("speed and memory beside a peer or the bare runtime", "bench/main.ts"),
  gpu: run("a GPU host beside the same models on the processor", "gpu/main.ts"),
  chaos: run("webhooks while receivers, the database and the dispatcher fail", "campaigns/chaos/chaos.ts"),
  faults: run("a stack whose parts are killed, cut off and slowed down", "campaigns/faults/main.ts"),
  overload: run("an inference host that is offered twice what it can do", "campaigns/overload/overload.ts"),
  fairness: run(
    "one tenant beside another that sends ten times the capacity",
    "campaigns/overload/fairness.ts",
  ),
  peers: run("2,000 connections that drip, stall and hang up", "campaigns/peers.ts"),
  cost: run("dear valid uploads and readings, measured", "campaigns/cost/main.ts"),
  erasure: run("an erased person's bytes, searched for in all files", "campaigns/erasure/erasure.ts"),
  walk: run("people of many kinds on the hosted page, in Chromium", "campaigns/walk/main.ts"),
  shots: run("the images of docs/images: the capture page and the dashboard, in Chromium", "shots.ts"),
  "walk-faults": test("the page's recovery from 500 random faults (RUNS, SEED)", "capture/recovery", {
    RUNS: "500",
    SEED: seed(),
  }),
  fuzz: test("50,000 random requests to the API (RUNS, SEED)", "edge/adversary/fuzz.test.ts", {
    RUNS: "50000",
    SEED: seed(),
  }),
  evidence: test(
    "1,000 random sequences of uploads by HTTP beside the model of evidence (HTTP_RUNS)",
    "edge/evidence/http",
    {
      HTTP_RUNS: "1000",
    },
  ),
};

const HELP = `Usage: npm run lab -- PROGRAM [ARGUMENT …]

${Object.entries(PROGRAMS)
  .map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`)
  .join("\n")}

npm run lab -- PROGRAM --help lists the program's own arguments.
`;

/** How a program is called that takes variables. */
const called = (name: string, settings: readonly string[]) =>
  `${settings.map((setting) => `${setting}=N`).join(" ")} npm run lab -- ${name}`;

async function main([name = "", ...args]: readonly string[]): Promise<number> {
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (name === "" || name === "--help") {
    process.stdout.write(HELP);
    return name === "" ? 2 : 0;
  }
  if (program === undefined) {
    const meant = nearestName(name, Object.keys(PROGRAMS));
    const advice = meant === undefined ? "npm run lab -- --help lists them" : `Did you mean ${meant}?`;
    return reject("unknown_command", `lab has no program \`${name}\`. ${advice}`);
  }
  if (program.env !== undefined && args.length > 0) {
    const settings = Object.keys(program.env);
    if (args.includes("--help")) {
      process.stdout.write(`Usage: ${called(name, settings)}\n\n${program.summary}\n`);
      return 0;
    }
    const given = args.map((arg) => `\`${arg}\``).join(", ");
    const message = `lab ${name} takes variables only, not ${given}. Its variables: ${called(name, settings)}`;
    return reject("unknown_parameter", message);
  }
  const child = spawn(process.execPath, [...program.command, ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...program.env, ...process.env },
  });
  // The terminal also sends its signals to the program, which ends its own processes.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "exit");
  return code ?? 1;
}

process.exitCode = await main(process.argv.slice(2));
