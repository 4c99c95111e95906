import { LIVENESS_LIMITS } from "../../../edge/verdicts/liveness/levels.ts";
import { exactInterval } from "../../../inference/calibration/binomial.ts";
import { percent, share, withInterval } from "../report/figures.ts";
import type { Section, Table } from "../report/markdown.ts";
import { histogram, plotLines } from "../report/plot.ts";
import type { PresentationResult } from "./presentations.ts";

const { padLive, padGrey } = LIVENESS_LIMITS.standard;
const STEPS = 100;
const BINS = 20;

/**
 * Whether the presentation gets a response: its capture can be judged and its face is within the nets' range.
 */
export const isAnswered = ({ pad, reason }: PresentationResult): boolean =>
  pad !== null && (reason === "live" || reason === "low_score" || reason === "step_up_required");

/** APCER by kind of attack, BPCER by kind of bona fide presentation, non-response rates, and the curve. */
export function passiveSections(judged: readonly PresentationResult[]): Section[] {
  return [
    {
      heading: "Passive",
      text: `Live at a PAD score of ${padLive}; grey down to ${padGrey}, where a challenge is asked for; bad beneath. An attack is an error when it is called live, a bona fide presentation when it is not. Rates are means over sources among the answered, with exact 95 % intervals in which a source counts once. Not answered: the capture was refused, or lies outside the nets' range.`,
      table: errorTable(judged),
      plots: [curve(judged), scores(judged)],
    },
    { heading: "Why a presentation was not called live", table: reasonTable(judged) },
    { heading: "Bona fide presentations by face size", table: sizeTable(judged) },
  ];
}

function errorTable(judged: readonly PresentationResult[]): Table {
  const rows = classesOf(judged).map(([name, all]) => {
    const answered = all.filter(isAnswered);
    const isAttack = all[0]!.isAttack;
    const rate = (threshold: number) =>
      sourceRate(answered, ({ pad }) => (isAttack ? pad! >= threshold : pad! < threshold));
    const unanswered = all.length - answered.length;
    return [
      name,
      all.length,
      sourcesOf(all).length,
      share(unanswered, all.length),
      rate(padLive),
      rate(padGrey),
    ];
  });
  const columns = ["presentations", "photos", "sources", "not answered", `at ${padLive}`, `at ${padGrey}`];
  return { columns, rows };
}

const sourcesOf = (photos: readonly PresentationResult[]) => [...new Set(photos.map(({ source }) => source))];

/** "APCER print", "BPCER selfie": each kind with its presentations. */
function classesOf(judged: readonly PresentationResult[]): [string, readonly PresentationResult[]][] {
  const name = ({ isAttack, kind }: PresentationResult) => `${isAttack ? "APCER" : "BPCER"} ${kind}`;
  return Object.entries(Object.groupBy(judged, name)) as [string, readonly PresentationResult[]][];
}

/** The mean over sources of the share of errors among a source's photos. */
function sourceRate(
  photos: readonly PresentationResult[],
  isError: (photo: PresentationResult) => boolean,
): string {
  const sources = sourcesOf(photos);
  if (sources.length === 0) return "–";
  const shares = sources.map((source) => {
    const own = photos.filter((photo) => photo.source === source);
    return own.filter(isError).length / own.length;
  });
  const errors = shares.reduce((sum, value) => sum + value, 0);
  return withInterval(errors / sources.length, exactInterval(Math.round(errors), sources.length));
}

function curve(judged: readonly PresentationResult[]) {
  const answered = judged.filter(isAnswered);
  const rate = (photos: readonly PresentationResult[], isError: (pad: number) => boolean) =>
    photos.filter(({ pad }) => isError(pad!)).length / Math.max(1, photos.length);
  const live = answered.filter(({ isAttack }) => !isAttack);
  const axis = (label: string) => ({ label, min: 0, max: 1, scale: "linear" }) as const;
  const attacks = classesOf(answered.filter(({ isAttack }) => isAttack));
  const series = attacks.map(([name, photos]) => ({
    name,
    points: Array.from({ length: STEPS + 1 }, (_, n) => {
      const threshold = n / STEPS;
      return [rate(photos, (pad) => pad >= threshold), rate(live, (pad) => pad < threshold)] as const;
    }),
  }));
  const title = "PAD error trade-off";
  return { file: "pad-det.svg", title, svg: plotLines(title, axis("APCER"), axis("BPCER"), series) };
}

function scores(judged: readonly PresentationResult[]) {
  const series = classesOf(judged.filter(isAnswered)).map(([name, photos]) =>
    histogram(
      name.replace(/^[AB]PCER/, name.startsWith("A") ? "attack:" : "live:"),
      photos.map(({ pad }) => pad!),
      [0, 1],
      BINS,
    ),
  );
  const title = "PAD scores";
  const x = { label: "PAD score", min: 0, max: 1, scale: "linear" } as const;
  const y = { label: "share", min: 0, max: 1, scale: "linear" } as const;
  return { file: "pad-scores.svg", title, svg: plotLines(title, x, y, series) };
}

function reasonTable(judged: readonly PresentationResult[]): Table {
  const reasons = [...new Set(judged.map(({ reason }) => reason))].sort();
  const rows = classesOf(judged).map(([name, photos]) => [
    name.slice(6),
    ...reasons.map((reason) => photos.filter((photo) => photo.reason === reason).length),
  ]);
  return { columns: ["presentations", ...reasons], rows };
}

const SIDES = [0, 64, 96, 128, 256, Number.POSITIVE_INFINITY] as const;

function sizeTable(judged: readonly PresentationResult[]): Table {
  const live = judged.filter(({ isAttack }) => !isAttack);
  const rows = SIDES.slice(1).map((high, n) => {
    const low = SIDES[n]!;
    const inside = live.filter(({ faceSide }) => faceSide >= low && faceSide < high);
    const answered = inside.filter(isAnswered);
    const label = high === Number.POSITIVE_INFINITY ? `from ${low} px` : `${low} to ${high} px`;
    const refused = percent((inside.length - answered.length) / inside.length);
    return [label, inside.length, refused, sourceRate(answered, ({ pad }) => pad! < padLive)];
  });
  return { columns: ["shorter side of the face", "photos", "not answered", `BPCER at ${padLive}`], rows };
}
