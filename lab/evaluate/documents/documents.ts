import { openBundle } from "../../../inference/bundle/open.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import type { Evaluation, EvaluationRequest } from "../evaluation.ts";
import { files } from "../fraud/files.ts";
import { generators } from "../fraud/generators.ts";
import { pixels } from "../fraud/pixels.ts";
import { verdicts } from "../fraud/verdicts.ts";
import { gates } from "../quality/gates.ts";
import { hints } from "../quality/hints.ts";
import type { Report, Section } from "../report/markdown.ts";
import { openWorkbench, type Part } from "../workbench.ts";
import { captures } from "./captures.ts";
import { foreign } from "./mrz/foreign.ts";
import { mrzs } from "./mrz/mrz.ts";
import { pages } from "./mrz/pages.ts";
import { singleLines } from "./mrz/single-lines.ts";
import { specimens } from "./specimens.ts";

const PARTS: Readonly<Record<string, Part>> = {
  mrzs,
  lines: singleLines,
  captures,
  pages,
  foreign,
  gates,
  hints,
  specimens,
  pixels,
  generators,
  verdicts,
  files,
};
const NAMES = Object.keys(PARTS);
const flags = Object.assign({}, ...Object.values(PARTS).map((part) => part.flags)) as Part["flags"];
const defaults = Object.fromEntries(Object.entries(flags).map(([flag, [otherwise]]) => [flag, otherwise]));

/**
 * Identity documents from the upload to the verdict, in parts. The material is made by code; `--data` adds
 * files.
 */
export const documents: Evaluation = {
  summary: "identity documents: what is read, what is refused, what is held for forged",
  flags: {
    only: `parts to run, parted by commas (${NAMES.join(",")})`,
    use: 'templates that documents are of: reporting; tuning, which rules were made on; or "held out" (reporting)',
    ...Object.fromEntries(
      Object.entries(flags).map(([flag, [otherwise, meaning]]) => [flag, `${meaning} (${otherwise})`]),
    ),
  },
  run: measureDocuments,
};

async function measureDocuments(request: EvaluationRequest): Promise<Report> {
  const names = request.flag("only")?.split(",") ?? NAMES;
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`--only: there is no part ${unknown}; there are ${NAMES.join(", ")}.`);
  const bundle = await openBundle(request.models, CPU);
  try {
    const workbench = await openWorkbench(bundle, request, defaults);
    const recogniser = bundle.info("text_recognition").name;
    const sections: Section[] = [];
    const report = {
      title: "Documents",
      facts: { bundle: bundle.name, recogniser, templates: workbench.use },
      sections,
    };
    for (const name of names) {
      sections.push(...(await PARTS[name]!.run(workbench)));
      await request.keep(report);
    }
    return report;
  } finally {
    await bundle.release();
  }
}
