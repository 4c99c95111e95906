import type { PropsWithChildren } from "hono/jsx";
import { capital, words } from "./labels.tsx";
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

/**
 * Frames around regions, each with its words beside it, or with its number alone if there is no room; for an
 * SVG whose user units are the image's pixels.
 */
function Marks({ regions, size }: { regions: readonly Region[]; size: Size }) {
  const unit = unitOf(size);
  const tags = placeTags(regions, size);
  return (
    <>
      {regions.map(({ tone, bbox: [x, y, w, h] }, i) => {
        const { text, box } = tags[i]!;
        const [left, top, width, height] = box;
        return (
          <g class={tone}>
            <rect class="halo" x={x} y={y} width={w} height={h} stroke-width={unit} />
            <rect class="region" x={x} y={y} width={w} height={h} stroke-width={unit * 0.5} />
            <rect class="tag" x={at(left)} y={at(top)} width={at(width)} height={at(height)} />
            <text
              x={at(left + width / 2)}
              y={at(top + height * 0.76)}
              font-size={at(height * 0.8)}
              text-anchor="middle"
            >
              {text}
            </text>
          </g>
        );
      })}
    </>
  );
}

type Box = Region["bbox"];

/** What is written beside a region, and where. */
interface Tag {
  readonly text: string;
  readonly box: Box;
}

/** Height of a tag in units, and the width of one of its letters as a share of the height. */
const TAG = { units: 3.5, letter: 0.5 } as const;

/**
 * A tag for each region, beside it: its number and words where they fit within the image and cover no region
 * and no other tag; else the number alone, at the first place within the image if all are taken.
 */
export function placeTags(regions: readonly Pick<Region, "label" | "bbox">[], size: Size): Tag[] {
  const height = unitOf(size) * TAG.units;
  const boxes = regions.map(({ bbox }) => bbox);
  const placed: Tag[] = [];
  for (const [i, { label, bbox }] of regions.entries()) {
    const taken = [...boxes, ...placed.map(({ box }) => box)];
    const isFree = (place: Box) => !taken.some((box) => overlap(place, box));
    const number = `${i + 1}`;
    const worded = `${number} ${capital(words(label))}`;
    const [long, short] = [worded, number].map((text) => {
      const width = height * Math.max(1, TAG.letter * (text.length + 1));
      return placesBeside(bbox, [width, height], size).map((box) => ({ text, box }));
    });
    const free = [...long!, ...short!].find(({ box }) => isFree(box));
    placed.push(free ?? short![0] ?? { text: number, box: [0, 0, height, height] });
  }
  return placed;
}

/** Places of a rectangle beside a box and within the image, best first. */
function placesBeside([x, y, w, h]: Box, [width, height]: readonly [number, number], size: Size): Box[] {
  return [
    [x, y - height],
    [x, y + h],
    [x + w - width, y - height],
    [x + w - width, y + h],
    [x + w, y + (h - height) / 2],
    [x - width, y + (h - height) / 2],
  ]
    .map(([left, top]): Box => [left!, top!, width, height])
    .filter(
      ([left, top]) => left >= 0 && top >= 0 && left + width <= size.width && top + height <= size.height,
    );
}

const overlap = ([x, y, w, h]: Box, [left, top, width, height]: Box): boolean =>
  x < left + width && left < x + w && y < top + height && top < y + h;

/** The legend of the numbered regions. */
function Legend({ regions }: { regions: readonly Region[] }) {
  if (regions.length === 0) return null;
  return (
    <ol>
      {regions.map(({ label, sentence }) => (
        <li>
          {capital(words(label))}
          {sentence !== undefined && <span class="under soft">{sentence}</span>}
        </li>
      ))}
    </ol>
  );
}

/**
 * Regions over the outline of their image, for an image that is not kept or that the viewer may not see.
 * Without a known size the outline is the box around the regions.
 */
export function Outline({ size, regions }: { size: Size | null; regions: readonly Region[] }) {
  if (regions.length === 0) return null;
  const known = size ?? enclosing(regions);
  const { width, height } = known;
  return (
    <figure class="outline">
      <svg
        class="marks"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label="Where on the image they were found"
      >
        <rect class="ground" width={width} height={height} rx={unitOf(known) * 2} />
        <Marks regions={regions} size={known} />
      </svg>
      <figcaption>
        <Legend regions={regions} />
        <p class="hint">
          The drawing shows the outline of the image, not the image
          {size === null ? ". The size of the image is not known" : ""}.
        </p>
      </figcaption>
    </figure>
  );
}

function enclosing(regions: readonly Region[]): Size {
  return {
    width: Math.max(...regions.map(({ bbox: [x, , w] }) => x + w)),
    height: Math.max(...regions.map(({ bbox: [, y, , h] }) => y + h)),
  };
}

/**
 * A kept image with regions drawn over it and their legend: the drawing covers all of it, in the pixels of
 * the judged image. An image of unknown size gets an outline below instead.
 */
export function Image({
  shot,
  title,
  regions = [],
  children,
}: PropsWithChildren<{ shot: Shot; title: string; regions?: readonly Region[] }>) {
  const { src, original, size } = shot;
  return (
    <figure class="image">
      <h3>{title}</h3>
      <div class="canvas">
        <img src={src} alt={title} width={size?.width} height={size?.height} />
        {size !== null && regions.length > 0 && (
          <svg
            class="marks"
            viewBox={`0 0 ${size.width} ${size.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Marked on the image: ${regions.map(({ label }) => words(label)).join(", ")}.`}
          >
            <Marks regions={regions} size={size} />
          </svg>
        )}
      </div>
      <figcaption>
        {size === null ? <Outline size={null} regions={regions} /> : <Legend regions={regions} />}
        {children}
        {original !== null && (
          <p class="hint">
            The image as it was checked.{" "}
            <a href={original} download>
              Download the original file
            </a>
          </p>
        )}
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
