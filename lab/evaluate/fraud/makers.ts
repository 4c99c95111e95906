import { quantile } from "../../../inference/statistics.ts";
import { MAKERS } from "../../material/makers/makers.ts";
import { FATE_NAMES, FATES, type FateName, isGenuine, takePhoto } from "../../material/makers/upload.ts";
import { percent, rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import type { Part, Workbench } from "../workbench.ts";
import { against, area, scoresOf } from "./groups.ts";
import { bySignal, isSuspicious, type PixelScore, score } from "./score.ts";

interface MadeScore extends PixelScore {
  readonly fate: FateName;
}

/** Share of genuine uploads that a threshold may hold up. */
const RATE = 0.05;

const EDITED = FATE_NAMES.filter((fate) => !isGenuine(fate));
const RESENT = EDITED.filter((fate) => FATES[fate].by === "resend");
const KEPT = EDITED.filter((fate) => FATES[fate].by !== "resend");

/** Forgery on uploads of makers that no rule and no threshold was made on. */
export const makers: Part = {
  summary: "forgery by pixels alone, on uploads of several makers that share nothing: card, camera, editor",
  flags: {
    makers: [8, "photos of each maker, each as it was taken, saved, resent and edited in five ways"],
    "makers-from": [800_000, "seed of the first of them: other seeds are other cards, lights and edits"],
  },
  async run(workbench) {
    const scored = await scoreUploads(workbench);
    if (scored.length === 0) return [];
    const signals = bySignal("Several makers: signals triggered", scored, FATE_NAMES, ({ fate }) => fate);
    return [byMaker(scored), leftOut(scored), byFate(scored), signals];
  },
};

async function scoreUploads({ count, progress }: Workbench): Promise<MadeScore[]> {
  const each = count("makers");
  const from = count("makers-from");
  const total = each * MAKERS.length * FATE_NAMES.length;
  const scored: MadeScore[] = [];
  for (const maker of MAKERS) {
    for (let i = 0; i < each; i++) {
      const scene = await takePhoto(maker, from + i);
      for (const fate of FATE_NAMES) {
        const attack = isGenuine(fate) ? "none" : fate;
        const upload = { ...(await scene.upload(fate)), template: maker.name, attack };
        scored.push({ ...(await score(upload)), fate });
        progress(scored.length, total, "uploads of several makers");
      }
    }
  }
  return scored;
}

const suspicious = (of: readonly MadeScore[]) => rateOf(of.filter(isSuspicious).length, of.length);
const areaOf = (scored: readonly MadeScore[], fates: readonly FateName[]) =>
  area(scoresOf(against(scored, fates), ({ overall }) => overall));

function byMaker(scored: readonly MadeScore[]): Section {
  const row = (name: string, of: readonly MadeScore[]) => {
    const found = (fates: readonly FateName[]) => suspicious(of.filter(({ fate }) => fates.includes(fate)));
    return [
      name,
      found(FATE_NAMES.filter(isGenuine)),
      found(KEPT),
      areaOf(of, KEPT),
      found(RESENT),
      areaOf(of, RESENT),
    ];
  };
  const rows = MAKERS.map(({ name }) =>
    row(
      name,
      scored.filter(({ template }) => template === name),
    ),
  );
  return {
    heading: "Several makers",
    text: "With the document's layout known, suspicious or more at the shipped thresholds; AUC against all of the maker's genuine uploads.",
    table: {
      columns: ["maker", "genuine", "edited", "AUC", "edited and resent", "AUC"],
      rows: [...rows, row("all", scored)],
    },
  };
}

/** Each maker at the score that the other makers' genuine uploads set. */
function leftOut(scored: readonly MadeScore[]): Section {
  const rows = MAKERS.map(({ name }) => {
    const others = scored.filter(({ template, fate }) => template !== name && isGenuine(fate));
    const threshold = quantile(
      others.map(({ overall }) => overall),
      1 - RATE,
    );
    const over = (fates: readonly FateName[]) => {
      const of = scored.filter(({ template, fate }) => template === name && fates.includes(fate));
      return rateOf(of.filter(({ overall }) => overall > threshold).length, of.length);
    };
    return [name, threshold.toFixed(3), over(FATE_NAMES.filter(isGenuine)), over(KEPT), over(RESENT)];
  });
  return {
    heading: "Several makers: one left out",
    text: `Over the score that ${percent(RATE)} of the other makers' genuine uploads exceed. Anchors of the traces are the shipped ones.`,
    table: { columns: ["left out", "score", "genuine", "edited", "edited and resent"], rows },
  };
}

function byFate(scored: readonly MadeScore[]): Section {
  const rows = FATE_NAMES.map((fate) => {
    const of = scored.filter((each) => each.fate === fate);
    return [fate, suspicious(of), isGenuine(fate) ? "–" : areaOf(scored, [fate])];
  });
  return {
    heading: "Several makers: by what became of the photo",
    table: { columns: ["", "suspicious or more", "AUC"], rows },
  };
}
