import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { knownWord, labArguments } from "../arguments.ts";
import { documents } from "./documents/documents.ts";
import type { Evaluation } from "./evaluation.ts";
import { faces } from "./faces/faces.ts";
import { indicators } from "./fraud/indicators.ts";
import { liveness } from "./liveness/liveness.ts";
import { motion } from "./liveness/motion.ts";
import { type Report, toMarkdown } from "./report/markdown.ts";

const EVALUATIONS: Readonly<Record<string, Evaluation>> = {
  faces,
  liveness,
  motion,
  documents,
  indicators,
};

const SHARED_FLAGS = {
  data: "the folder of labelled material",
  models: "the folder whose model pack is measured (.local/models)",
  out: "where <name>/report.md is written (.local/evaluation)",
} as const;

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || [name, ...rest].includes("--help")) {
  console.log(help());
} else {
  const known = knownWord("what lab evaluate measures", Object.keys(EVALUATIONS), name);
  await evaluate(known, EVALUATIONS[known]!);
}

async function evaluate(folder: string, { flags, run }: Evaluation): Promise<void> {
  const names = [...Object.keys(SHARED_FLAGS), ...Object.keys(flags)];
  const options = Object.fromEntries(names.map((flag) => [flag, { type: "string" as const }]));
  const { values } = labArguments("evaluate", { args: rest, options });
  const flag = (key: string) => values[key] as string | undefined;
  const out = join(flag("out") ?? ".local/evaluation", folder);
  const keep = (report: Report) => write(out, report);
  const report = await run({ data: flag("data"), models: flag("models") ?? ".local/models", flag, keep });
  await keep(report);
  console.log(`${toMarkdown(report)}\nwritten to ${out}`);
}

async function write(out: string, report: Report): Promise<void> {
  await mkdir(out, { recursive: true });
  await writeFile(join(out, "report.md"), toMarkdown(report));
}

function help(): string {
  const list = (flags: Readonly<Record<string, string>>) =>
    Object.entries(flags).map(([flag, meaning]) => `      --${flag.padEnd(8)} ${meaning}`);
  const evaluations = Object.entries(EVALUATIONS).map(([key, { summary, flags }]) =>
    [`  ${key.padEnd(10)} ${summary}`, ...list(flags)].join("\n"),
  );
  return `Usage: npm run lab -- evaluate <name> [--flag VALUE]\n\n${evaluations.join("\n")}\n  each:\n${list(SHARED_FLAGS).join("\n")}\n\nThe folders' formats: lab/evaluate/README.md`;
}
