import { assessFraud, type FraudVerdict } from "../../../edge/verdicts/fraud/assess.ts";
import { FRAUD_DECISIONS } from "../../../vocabulary/fraud.ts";
import type { DocumentTemplate } from "../../material/documents/templates.ts";
import { COUNTERFEIT_NAMES, makeCounterfeit } from "../../material/uploads/counterfeits.ts";
import { ATTACK_NAMES, makeCase } from "../../material/uploads/document-cases.ts";
import { rateOf, share } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import { type Part, TODAY, type Workbench } from "../workbench.ts";
import { against, area, isGenuine, MISSED, missed, scoresOf, type UploadScore } from "./groups.ts";

const GENUINE = 4;

interface UploadVerdict extends UploadScore {
  readonly verdict: FraudVerdict;
}

/** An upload to make. Genuine ones are weighted several times, so that false alarms become visible. */
interface Kind {
  readonly name: string;
  make(template: DocumentTemplate, seed: number): Promise<Buffer>;
}

const KINDS: readonly Kind[] = [
  ...Array.from({ length: GENUINE }, () => caseOf("none")),
  ...ATTACK_NAMES.map(caseOf),
  ...COUNTERFEIT_NAMES.map((name) => ({
    name,
    make: (template: DocumentTemplate, seed: number) => makeCounterfeit(template, name, seed),
  })),
];

function caseOf(name: "none" | (typeof ATTACK_NAMES)[number]): Kind {
  return { name, make: async (template, seed) => (await makeCase(template, name, seed)).content };
}

/** Judges uploads from their bytes to the decision, as `/v1/fraud/detect` does. */
export const verdicts: Part = {
  summary: "forgery from the upload to the decision of contract §6.3: reading, checks, signals, gates",
  flags: {
    verdicts: [1, "uploads for each template, attack and counterfeit, four times as many genuine ones"],
  },
  async run(workbench) {
    const assessed = await assessUploads(workbench);
    return assessed.length === 0 ? [] : [decisions(assessed), deciders(assessed), checks(assessed)];
  },
};

async function assessUploads(workbench: Workbench): Promise<UploadVerdict[]> {
  const { templates, use, progress } = workbench;
  const each = workbench.count("verdicts") * KINDS.length;
  const assessed: UploadVerdict[] = [];
  for (const [n, template] of templates.entries()) {
    for (let i = 0; i < each; i++) {
      const { name, make } = KINDS[i % KINDS.length]!;
      const upload = await make(template, (use === "tuning" ? 30_000 : 130_000) + n * 10_000 + i);
      const verdict = assessFraud({
        forensics: await workbench.assess(upload),
        documentType: "auto",
        otherSide: null,
        knownImageDistance: null,
        sameHolder: [],
        // All of these are marked as specimens, so that the mark is ignored.
        mode: "test",
        now: TODAY,
      });
      assessed.push({ attack: name, overall: verdict.overallScore, verdict });
      progress(assessed.length, each * templates.length, "uploads, to the decision");
    }
  }
  return assessed;
}

const NAMES = [...new Set(KINDS.map(({ name }) => name))];
const label = (name: string) => (name === "none" ? "genuine" : name);

const PIXEL_ATTACKS: readonly string[] = ATTACK_NAMES;

function decisions(assessed: readonly UploadVerdict[]): Section {
  const row = (name: string, of: readonly UploadVerdict[]) => {
    const counts = FRAUD_DECISIONS.map((decision) =>
      share(of.filter(({ verdict }) => verdict.decision === decision).length, of.length),
    );
    const alarmed = of.filter(({ verdict }) => ["suspicious", "fraudulent"].includes(verdict.decision));
    return [name, ...counts, rateOf(alarmed.length, of.length)];
  };
  const figures = (attacks: readonly string[]) => {
    const scores = scoresOf(against(assessed, attacks), ({ overall }) => overall);
    return [area(scores), missed(scores)];
  };
  const rows = NAMES.map((name) => {
    const of = assessed.filter(({ attack }) => attack === name);
    return [...row(label(name), of), ...(PIXEL_ATTACKS.includes(name) ? figures([name]) : ["–", "–"])];
  });
  const all = assessed.filter(({ attack }) => PIXEL_ATTACKS.includes(attack));
  return {
    heading: "Decisions",
    text: "AUC and misses are the overall score's, which checks are no part of: of attacks that pixels can tell alone.",
    table: {
      columns: ["", ...FRAUD_DECISIONS, "suspicious or fraudulent", "AUC", MISSED],
      rows: [...rows, [...row("all attacks on pixels", all), ...figures(PIXEL_ATTACKS)]],
    },
  };
}

/** The rule that a decision rests on, in the order of contract §6.3's truth table. */
const DECIDERS: readonly (readonly [name: string, is: (verdict: FraudVerdict) => boolean])[] = [
  ["critical check", ({ criticalFailed }) => criticalFailed],
  ["overall score, fraudulent", ({ decision }) => decision === "fraudulent"],
  ["quality gate", ({ qualityGate }) => !qualityGate.passed],
  ["overall score, suspicious", ({ overallScore, thresholds }) => overallScore >= thresholds.suspicious],
  ["major check", ({ majorFailed }) => majorFailed],
  ["required check not evaluated", ({ requiredMissing }) => requiredMissing],
  ["no check of authenticity", ({ authenticityMissing }) => authenticityMissing],
  ["nothing", () => true],
];

function deciders(assessed: readonly UploadVerdict[]): Section {
  const deciderOf = ({ verdict }: UploadVerdict) => DECIDERS.find(([, is]) => is(verdict))![0];
  const rows = NAMES.map((name) => {
    const of = assessed.filter(({ attack }) => attack === name).map(deciderOf);
    return [label(name), ...DECIDERS.map(([decider]) => of.filter((each) => each === decider).length || "·")];
  });
  return {
    heading: "What decided",
    table: { columns: ["", ...DECIDERS.map(([name]) => name)], rows },
  };
}

/** Failed checks as a share of all uploads of a kind; checks that never failed are left out. */
function checks(assessed: readonly UploadVerdict[]): Section {
  const failed = ({ verdict }: UploadVerdict) =>
    verdict.deterministicChecks.filter(({ status }) => status === "fail").map(({ name }) => name);
  const names = [...new Set(assessed.flatMap(failed))].sort();
  const rows = names.map((name) => [
    name,
    ...NAMES.map(
      (kind) => assessed.filter((each) => each.attack === kind && failed(each).includes(name)).length || "·",
    ),
  ]);
  const wrong = assessed.filter((each) => isGenuine(each) && failed(each).length > 0).length;
  return {
    heading: "Checks that failed",
    text: `A check failed on ${rateOf(wrong, assessed.filter(isGenuine).length)}, of the genuine uploads.`,
    table: { columns: ["check", ...NAMES.map(label)], rows },
  };
}
