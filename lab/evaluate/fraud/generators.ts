import { quantile } from "../../../inference/statistics.ts";
import { GENERATORS } from "../../material/generators/generators.ts";
import {
  isGenuine,
  PROCESSING_NAMES,
  PROCESSINGS,
  type ProcessingName,
  takePhoto,
} from "../../material/generators/upload.ts";
import { percent, rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import type { Part, Workbench } from "../workbench.ts";
import { against, area, scoresOf } from "./groups.ts";
import { bySignal, isSuspicious, type PixelScore, score } from "./score.ts";

interface MadeScore extends PixelScore {
  readonly processing: ProcessingName;
}

/** Share of genuine uploads that a threshold may hold up. */
const RATE = 0.05;

const EDITED = PROCESSING_NAMES.filter((processing) => !isGenuine(processing));
const RESENT = EDITED.filter((processing) => PROCESSINGS[processing].by === "resend");
const KEPT = EDITED.filter((processing) => PROCESSINGS[processing].by !== "resend");

/** Forgery on uploads of generators that no rule and no threshold was made on. */
export const generators: Part = {
  summary:
    "forgery by pixels alone, on uploads of several generators that share nothing: card, camera, editor",
  flags: {
    generators: [8, "photos of each generator, each as it was taken, saved, resent and edited in five ways"],
    "generators-from": [800_000, "seed of the first of them: other seeds are other cards, lights and edits"],
  },
  async run(workbench) {
    const scored = await scoreUploads(workbench);
    if (scored.length === 0) return [];
    const signals = bySignal(
      "Several generators: signals triggered",
      scored,
      PROCESSING_NAMES,
      ({ processing }) => processing,
    );
    return [byGenerator(scored), leftOut(scored), byProcessing(scored), signals];
  },
};

async function scoreUploads({ count, progress }: Workbench): Promise<MadeScore[]> {
  const each = count("generators");
  const from = count("generators-from");
  const total = each * GENERATORS.length * PROCESSING_NAMES.length;
  const scored: MadeScore[] = [];
  for (const generator of GENERATORS) {
    for (let i = 0; i < each; i++) {
      const scene = await takePhoto(generator, from + i);
      for (const processing of PROCESSING_NAMES) {
        const attack = isGenuine(processing) ? "none" : processing;
        const upload = { ...(await scene.upload(processing)), template: generator.name, attack };
        scored.push({ ...(await score(upload)), processing });
        progress(scored.length, total, "uploads of several generators");
      }
    }
  }
  return scored;
}

const suspicious = (of: readonly MadeScore[]) => rateOf(of.filter(isSuspicious).length, of.length);
const areaOf = (scored: readonly MadeScore[], processings: readonly ProcessingName[]) =>
  area(scoresOf(against(scored, processings), ({ overall }) => overall));

function byGenerator(scored: readonly MadeScore[]): Section {
  const row = (name: string, of: readonly MadeScore[]) => {
    const found = (processings: readonly ProcessingName[]) =>
      suspicious(of.filter(({ processing }) => processings.includes(processing)));
    return [
      name,
      found(PROCESSING_NAMES.filter(isGenuine)),
      found(KEPT),
      areaOf(of, KEPT),
      found(RESENT),
      areaOf(of, RESENT),
    ];
  };
  const rows = GENERATORS.map(({ name }) =>
    row(
      name,
      scored.filter(({ template }) => template === name),
    ),
  );
  return {
    heading: "Several generators",
    text: "With the document's layout known, suspicious or more at the shipped thresholds; AUC against all of the generator's genuine uploads.",
    table: {
      columns: ["generator", "genuine", "edited", "AUC", "edited and resent", "AUC"],
      rows: [...rows, row("all", scored)],
    },
  };
}

/** Each generator at the score that the other generators' genuine uploads set. */
function leftOut(scored: readonly MadeScore[]): Section {
  const rows = GENERATORS.map(({ name }) => {
    const others = scored.filter(({ template, processing }) => template !== name && isGenuine(processing));
    const threshold = quantile(
      others.map(({ overall }) => overall),
      1 - RATE,
    );
    const over = (processings: readonly ProcessingName[]) => {
      const of = scored.filter(
        ({ template, processing }) => template === name && processings.includes(processing),
      );
      return rateOf(of.filter(({ overall }) => overall > threshold).length, of.length);
    };
    return [name, threshold.toFixed(3), over(PROCESSING_NAMES.filter(isGenuine)), over(KEPT), over(RESENT)];
  });
  return {
    heading: "Several generators: one left out",
    text: `Over the score that ${percent(RATE)} of the other generators' genuine uploads exceed. Calibration points of the indicators are the shipped ones.`,
    table: { columns: ["left out", "score", "genuine", "edited", "edited and resent"], rows },
  };
}

function byProcessing(scored: readonly MadeScore[]): Section {
  const rows = PROCESSING_NAMES.map((processing) => {
    const of = scored.filter((each) => each.processing === processing);
    return [processing, suspicious(of), isGenuine(processing) ? "–" : areaOf(scored, [processing])];
  });
  return {
    heading: "Several generators: by what became of the photo",
    table: { columns: ["", "suspicious or more", "AUC"], rows },
  };
}
