import { EDIT_NAMES } from "../../../test/material/makers/photo-editor.ts";
import { makeOtherUpload } from "../../../test/material/makers/upload.ts";
import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import type { Part, Workbench } from "../workbench.ts";
import { against, area, scoresOf } from "./groups.ts";
import { isSuspicious, type PixelScore, score } from "./score.ts";

const KINDS = ["none", ...EDIT_NAMES] as const;
/** Nothing may be fitted on these. */
const FIRST_SEED = 700_000;

/** Forgery on uploads of a maker that no rule and no threshold was made on. */
export const makers: Part = {
  summary:
    "forgery by pixels alone, on uploads of another maker: tiled print, a scanning app, another editor",
  flags: { makers: [20, "uploads of each kind"] },
  async run(workbench) {
    const scored = await scoreUploads(workbench);
    return scored.length === 0 ? [] : [byKind(scored), bySignal(scored)];
  },
};

async function scoreUploads({ count, progress }: Workbench): Promise<PixelScore[]> {
  const each = count("makers");
  const scored: PixelScore[] = [];
  for (const kind of KINDS) {
    for (let i = 0; i < each; i++) {
      const upload = await makeOtherUpload(kind, FIRST_SEED + i);
      scored.push(await score({ ...upload, template: "tiled", attack: kind }));
      progress(scored.length, each * KINDS.length, "uploads of another maker");
    }
  }
  return scored;
}

function byKind(scored: readonly PixelScore[]): Section {
  const rows = KINDS.map((kind) => {
    const of = scored.filter(({ attack }) => attack === kind);
    const suspicious = rateOf(of.filter(isSuspicious).length, of.length);
    const scores = scoresOf(against(scored, [kind]), ({ overall }) => overall);
    return [kind === "none" ? "genuine" : kind, suspicious, kind === "none" ? "–" : area(scores)];
  });
  return {
    heading: "Another maker",
    text: "With the document's layout known, at the shipped thresholds.",
    table: { columns: ["", "suspicious or more", "AUC"], rows },
  };
}

function bySignal(scored: readonly PixelScore[]): Section {
  const names = [...new Set(scored.flatMap(({ signals }) => signals.map(({ name }) => name)))].sort();
  const triggered = (kind: string, name: string) =>
    scored.filter(
      ({ attack, signals }) =>
        attack === kind && signals.some((each) => each.name === name && each.triggered),
    ).length || "·";
  const rows = names.map((name) => [name, ...KINDS.map((kind) => triggered(kind, name))]);
  return {
    heading: "Another maker: signals triggered",
    table: { columns: ["signal", "genuine", ...EDIT_NAMES], rows },
  };
}
