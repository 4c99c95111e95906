import { unsureMrz } from "../../../../edge/verdicts/ocr/gates.ts";
import { renderMrzPage, SPACINGS, type Spacing } from "../../../material/documents/mrz/page.ts";
import { seededRandom } from "../../../material/random.ts";
import { share } from "../../report/figures.ts";
import type { Section } from "../../report/markdown.ts";
import type { Part, Workbench } from "../../workbench.ts";

/** Long sides of the scans, in pixels. */
const SIZES = [500, 600, 800, 1100] as const;
const FIRST_SEED = 700_000;

interface PageReading {
  readonly spacing: Spacing;
  readonly longSide: number;
  readonly found: boolean;
  readonly exact: boolean;
  readonly valid: boolean;
  readonly passes: boolean;
}

/** MRZs on scans of whole pages, which show no outline, over guilloche, their letters close or far apart. */
export const pages: Part = {
  summary: "MRZs on whole-page scans without an outline, over guilloche",
  flags: { pages: [8, "scans of each size for each distance of the letters"] },
  async run(workbench) {
    const reads: PageReading[] = [];
    const count = workbench.count("pages");
    for (const spacing of Object.keys(SPACINGS) as Spacing[]) {
      for (const longSide of SIZES) {
        for (let n = 0; n < count; n++) {
          reads.push(await readPage(workbench, FIRST_SEED + reads.length, { spacing, longSide }));
          workbench.progress(reads.length, count * SIZES.length * Object.keys(SPACINGS).length, "pages");
        }
      }
    }
    return count === 0 ? [] : [sectionOf(reads)];
  },
};

async function readPage(
  workbench: Workbench,
  seed: number,
  kind: Pick<PageReading, "spacing" | "longSide">,
): Promise<PageReading> {
  const page = await renderMrzPage(seed, seededRandom(seed), kind);
  const { mrz } = await workbench.read(page.content);
  const valid = mrz?.checks.every((check) => check.valid) ?? false;
  return {
    ...kind,
    found: mrz !== null,
    exact: mrz?.lines.join() === page.mrz.join(),
    valid,
    passes: valid && unsureMrz(mrz!) === null,
  };
}

function sectionOf(reads: readonly PageReading[]): Section {
  const groups = [
    ...Object.keys(SPACINGS).map(
      (spacing) => [`letters ${spacing}`, (each: PageReading) => each.spacing === spacing] as const,
    ),
    ...SIZES.map((size) => [`${size} px`, (each: PageReading) => each.longSide === size] as const),
    ["all", () => true] as const,
  ];
  const rows = groups.map(([name, isOf]) => {
    const of = reads.filter(isOf);
    const part = (is: (each: PageReading) => boolean) => share(of.filter(is).length, of.length);
    return [
      name,
      part(({ found }) => found),
      part(({ exact }) => exact),
      part(({ valid }) => valid),
      of.filter(({ passes, exact }) => passes && !exact).length,
    ];
  });
  return {
    heading: "MRZs on scans of whole pages",
    table: {
      columns: ["scans", "found", "whole", "all checks valid", "not whole, yet past `mrz_confidence`"],
      rows,
    },
  };
}
