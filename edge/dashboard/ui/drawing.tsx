import type { PropsWithChildren } from "hono/jsx";
import { capital, findingWords, words } from "./labels.tsx";
import type { Shot } from "./media.ts";

/** A coordinate of a drawing, rounded to two decimals, which is finer than visible. */
export const at = (value: number) => Number(value.toFixed(2));

/** A part of the document's image, in its pixels. */
export interface Region {
  readonly label: string;
  /** [x, y, width, height]. */
  readonly bbox: readonly [number, number, number, number];
  readonly tone: "good" | "warn" | "plain";
  /** The explanation, the legend's second line. */
  readonly sentence?: string;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The unit of a mark's measures, a hundredth of the longer side. */
const unitOf = ({ width, height }: Size) => Math.max(width, height) / 100;

type Box = Region["bbox"];

/** A region with the number of its finding. A finding with several places has one number. */
interface Numbered extends Region {
  readonly number: number;
}

const findingOf = ({ label, sentence }: Region) => `${label} ${sentence ?? ""}`;

export function numbered(regions: readonly Region[]): Numbered[] {
  const findings = [...new Set(regions.map(findingOf))];
  return regions.map((region) => ({ ...region, number: findings.indexOf(findingOf(region)) + 1 }));
}

/**
 * Frames around regions, each with its number at a corner; for an SVG whose user units are the image's
 * pixels.
 */
function Marks({ regions, size }: { regions: readonly Region[]; size: Size }) {
  const unit = unitOf(size);
  const frames = regions.map(({ bbox }) => frameOf(bbox, size));
  const badges = placeBadges(frames, size);
  return (
    <>
      {numbered(regions).map(({ tone, number }, i) => {
        const [x, y, w, h] = frames[i]!;
        const [left, top, side] = badges[i]!;
        const half = side / 2;
        return (
          <g class={tone}>
            <rect class="halo" x={at(x)} y={at(y)} width={at(w)} height={at(h)} stroke-width={at(unit)} />
            <rect
              class="region"
              x={at(x)}
              y={at(y)}
              width={at(w)}
              height={at(h)}
              stroke-width={at(unit * 0.5)}
            />
            <circle class="tag" cx={at(left + half)} cy={at(top + half)} r={at(half)} />
            <text
              x={at(left + half)}
              y={at(top + side * 0.74)}
              font-size={at(side * 0.7)}
              text-anchor="middle"
            >
              {number}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** Shortest side of a frame and side of a badge, in units. */
const LEAST = 2.5;
const BADGE = 4;

/** The frame around a region: the region, and more where it is too small to be seen. */
export function frameOf([x, y, w, h]: Box, size: Size): Box {
  const least = unitOf(size) * LEAST;
  const grown = (from: number, length: number, end: number) => {
    const long = Math.max(length, Math.min(least, end));
    return [Math.max(0, Math.min(from - (long - length) / 2, end - long)), long] as const;
  };
  const [[left, width], [top, height]] = [grown(x, w, size.width), grown(y, h, size.height)];
  return [left, top, width, height];
}

/**
 * A square for the number of each frame, outside the frame and apart from the other numbers: within the image
 * and on no other frame if there is room, else within the image, else beside it.
 */
export function placeBadges(frames: readonly Box[], size: Size): Box[] {
  const side = unitOf(size) * BADGE;
  const placed: Box[] = [];
  for (const frame of frames) {
    const isOff = (boxes: readonly Box[]) => (place: Box) => !boxes.some((box) => overlap(place, box));
    const places = placesBeside(frame, side).filter(isOff(placed));
    const within = places.filter(
      ([left, top]) => left >= 0 && top >= 0 && left + side <= size.width && top + side <= size.height,
    );
    placed.push(within.find(isOff(frames)) ?? within[0] ?? places[0] ?? placesBeside(frame, side)[0]!);
  }
  return placed;
}

/** Squares that touch a box from outside, best first: at its corners, then along its edges. */
const placesBeside = ([x, y, w, h]: Box, side: number): Box[] =>
  [
    [x - side, y - side],
    [x + w, y - side],
    [x - side, y + h],
    [x + w, y + h],
    [x, y - side],
    [x, y + h],
    [x + w, y],
    [x - side, y],
  ].map(([left, top]): Box => [left!, top!, side, side]);

const overlap = ([x, y, w, h]: Box, [left, top, width, height]: Box): boolean =>
  x < left + width && left < x + w && y < top + height && top < y + h;

/** The findings of the regions in words, in the order of their numbers. */
function Legend({ regions }: { regions: readonly Region[] }) {
  if (regions.length === 0) return null;
  const findings = [...new Map(numbered(regions).map((region) => [region.number, region])).values()];
  return (
    <ol class="marked">
      {findings.map(({ label, sentence, tone }) => (
        <li class={tone}>
          <strong>{tone === "warn" ? findingWords(label) : capital(words(label))}</strong>
          {sentence !== undefined && <span class="under soft">{sentence}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Regions over the outline of their image, for an image that is not kept or that the viewer may not see. */
export function Outline({ size, regions }: { size: Size; regions: readonly Region[] }) {
  if (regions.length === 0) return null;
  const { width, height } = size;
  return (
    <figure class="outline">
      <svg
        class="marks"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Where on the image they were found"
      >
        <rect class="ground" width={width} height={height} rx={unitOf(size) * 2} />
        <Marks regions={regions} size={size} />
      </svg>
      <figcaption>
        <Legend regions={regions} />
        <p class="hint">The drawing shows the outline of the image, not the image.</p>
      </figcaption>
    </figure>
  );
}

/**
 * A kept image with marks drawn over it, and beside it what they mark: the drawing covers all of the image,
 * in the pixels of the judged image. The marks can be hidden. An image of unknown size has no marks. A click
 * enlarges the image: the style sheet shows the popover in its place as long as it is closed, so that the
 * image is on the page, and loaded, once.
 */
export function Image({
  shot,
  title,
  regions = [],
  children,
}: PropsWithChildren<{ shot: Shot; title: string; regions?: readonly Region[] }>) {
  const { src, original, size } = shot;
  const isMarked = size !== null && regions.length > 0;
  const zoom = `zoom-${src.split("?")[0]!.split("/").at(-1)}`;
  return (
    <figure class={isMarked ? "image framed" : "image"}>
      <h3>{title}</h3>
      <div>
        <div class="zoom" id={zoom} popover="auto">
          <div class="canvas">
            <img src={src} alt={title} width={size?.width} height={size?.height} />
            {isMarked && (
              <svg
                class="marks"
                viewBox={`0 0 ${size.width} ${size.height}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`Marked on the image: ${[...new Set(regions.map(({ label }) => words(label)))].join(", ")}.`}
              >
                <Marks regions={regions} size={size} />
              </svg>
            )}
            <button type="button" popovertarget={zoom} aria-label={`${title}: enlarge or close`} />
          </div>
        </div>
        {isMarked && (
          <label class="check">
            <input type="checkbox" class="hides" /> Hide marks
          </label>
        )}
      </div>
      <figcaption>
        <Legend regions={regions} />
        {children}
        <p class="hint">
          <a href={src} target="_blank" rel="noopener">
            Full size
          </a>
          {original !== null && (
            <>
              {" · "}
              <a href={original} download>
                Download the original file
              </a>
            </>
          )}
        </p>
      </figcaption>
    </figure>
  );
}

/** A score from 0 to 1 as a bar with marks at its thresholds, and the same in words. */
export function Meter({
  value,
  marks,
  label,
}: {
  value: number | null;
  marks: Readonly<Record<string, number | null>>;
  label: string;
}) {
  const known = Object.entries(marks).filter((mark): mark is [string, number] => mark[1] !== null);
  const thresholds = known.map(([name, threshold]) => `${words(name)} ${threshold.toFixed(3)}`).join(", ");
  const text = `${label}: ${value === null ? "none" : value.toFixed(3)}${thresholds === "" ? "" : ` (${thresholds})`}`;
  return (
    <div class="meter">
      <svg viewBox="0 0 200 14" role="img" aria-label={text}>
        <rect class="track" y="4" width="200" height="6" rx="3" />
        {value !== null && <rect class="value" y="4" width={at(value * 200)} height="6" rx="3" />}
        {known.map(([, threshold]) => (
          <line class="mark" x1={at(threshold * 200)} x2={at(threshold * 200)} y1="0" y2="14" />
        ))}
      </svg>
      <span>{text}</span>
    </div>
  );
}
