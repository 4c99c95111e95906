import { exactInterval } from "../../../inference/calibration/binomial.ts";
import type { Comparisons, Scores } from "../../../inference/calibration/comparisons.ts";
import type { EnrolledPhoto } from "../../../inference/calibration/labelled-faces.ts";
import { percent, withInterval } from "../report/figures.ts";
import type { Table } from "../report/markdown.ts";

/** A property of a capture; a comparison belongs to the class of its worse capture, where lower is worse. */
interface Property {
  readonly name: string;
  readonly unit: string;
  readonly bounds: readonly number[];
  of(photo: EnrolledPhoto): number;
}

const PROPERTIES: readonly Property[] = [
  {
    name: "inter-eye distance",
    unit: " px",
    bounds: [24, 32, 40, 60],
    of: ({ face }) => face.quality.native.interEyeDistance,
  },
  {
    name: "furthest turn from the camera",
    unit: "°",
    bounds: [-35, -25, -15],
    of: ({ face: { pose } }) => -Math.max(Math.abs(pose.yaw), Math.abs(pose.pitch)),
  },
  { name: "quality score", unit: "", bounds: [0.6, 0.7, 0.8], of: ({ face }) => face.quality.score },
  { name: "sharpness", unit: "", bounds: [0.15, 0.4, 0.7], of: ({ face }) => face.quality.sharpness },
  { name: "brightness", unit: "", bounds: [0.5, 0.9], of: ({ face }) => face.quality.brightness },
];

/** False match and false non-match rates at a threshold by the properties of the worse of two captures. */
export function breakdown(
  photos: readonly EnrolledPhoto[],
  { mated, nonMated }: Comparisons,
  threshold: number,
): Table {
  const rows = PROPERTIES.flatMap((property) => {
    const values = photos.map((photo) => property.of(photo));
    return classesOf(property).map(({ label, low, high }) => {
      const inside = (scores: Scores) => countInside(scores, values, low, high, threshold);
      const [same, other] = [inside(mated), inside(nonMated)];
      const misses = same.all - same.accepted;
      const fnmr = same.all === 0 ? "–" : withInterval(misses / same.all, exactInterval(misses, same.all));
      return [property.name, label, same.all, fnmr, other.all, percent(other.accepted / other.all)];
    });
  });
  return { columns: ["of the worse capture", "range", "mated", "FNMR", "non-mated", "FMR"], rows };
}

function classesOf({ bounds, unit }: Property) {
  const edges = [Number.NEGATIVE_INFINITY, ...bounds, Number.POSITIVE_INFINITY];
  const say = (value: number) => `${Math.abs(value)}${unit}`;
  return edges.slice(1).map((high, n) => {
    const low = edges[n]!;
    const isAngle = unit === "°";
    const under = `${isAngle ? "over" : "under"} ${say(high)}`;
    const over = `${isAngle ? "up to" : "from"} ${say(low)}`;
    const label = low === -Infinity ? under : high === Infinity ? over : `${say(low)} to ${say(high)}`;
    return { label, low, high };
  });
}

function countInside(
  { score, a, b }: Scores,
  values: readonly number[],
  low: number,
  high: number,
  threshold: number,
) {
  let [all, accepted] = [0, 0];
  for (let n = 0; n < score.length; n++) {
    const worse = Math.min(values[a[n]!]!, values[b[n]!]!);
    if (worse < low || worse >= high) continue;
    all++;
    if (score[n]! >= threshold) accepted++;
  }
  return { all, accepted };
}
