import { LIVENESS_LIMITS } from "../../../edge/verdicts/liveness/levels.ts";
import { exactInterval } from "../../../inference/calibration/binomial.ts";
import { share, withInterval } from "../report/figures.ts";
import type { Section, Table } from "../report/markdown.ts";
import type { PresentationResult } from "./presentations.ts";

const { padLive, padInconclusive } = LIVENESS_LIMITS.standard;

/**
 * Whether the presentation gets a response: its capture can be judged and its face is within the models'
 * range.
 */
export const isAnswered = ({ pad, reason }: PresentationResult): boolean =>
  pad !== null && (reason === "live" || reason === "low_score" || reason === "step_up_required");

/** APCER by kind of attack, BPCER by kind of bona fide presentation, and non-response rates. */
export function passiveSections(judged: readonly PresentationResult[]): Section[] {
  return [
    {
      heading: "Passive",
      text: `Live at a PAD score of ${padLive}; inconclusive down to ${padInconclusive}, where a challenge follows; not live below. An attack is an error when it is called live, a bona fide presentation when it is not. Rates are means over sources among the answered, with exact 95 % intervals in which a source counts once. Not answered: the capture was refused, or lies outside the models' range.`,
      table: errorTable(judged),
    },
    { heading: "Why a presentation was not called live", table: reasonTable(judged) },
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
      rate(padInconclusive),
    ];
  });
  const columns = [
    "presentations",
    "photos",
    "sources",
    "not answered",
    `at ${padLive}`,
    `at ${padInconclusive}`,
  ];
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

function reasonTable(judged: readonly PresentationResult[]): Table {
  const reasons = [...new Set(judged.map(({ reason }) => reason))].sort();
  const rows = classesOf(judged).map(([name, photos]) => [
    name.slice(6),
    ...reasons.map((reason) => photos.filter((photo) => photo.reason === reason).length),
  ]);
  return { columns: ["presentations", ...reasons], rows };
}
