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

/** Frames around regions, with the legend's numbers; for an SVG whose user units are the image's pixels. */
function Marks({ regions, size }: { regions: readonly Region[]; size: Size }) {
  const unit = unitOf(size);
  const tags = placeTags(
    regions.map(({ bbox }) => bbox),
    size,
  );
  return (
    <>
      {regions.map(({ tone, bbox: [x, y, w, h] }, i) => {
        const [left, top, side] = tags[i]!;
        return (
          <g class={tone}>
            <rect class="halo" x={x} y={y} width={w} height={h} stroke-width={unit} />
            <rect class="region" x={x} y={y} width={w} height={h} stroke-width={unit * 0.5} />
            <rect class="tag" x={at(left)} y={at(top)} width={at(side)} height={at(side)} />
            <text
              x={at(left + side / 2)}
              y={at(top + side * 0.76)}
              font-size={at(side * 0.8)}
              text-anchor="middle"
            >
              {i + 1}
            </text>
          </g>
        );
      })}
    </>
  );
}

type Box = Region["bbox"];

/**
 * A square for each region's number, beside the region: the first place within the image that covers no
 * region and no other number. If there is none, the first place within the image.
 */
export function placeTags(regions: readonly Box[], size: Size): Box[] {
  const side = unitOf(size) * 3.5;
  const isInside = ([x, y]: Box) => x >= 0 && y >= 0 && x + side <= size.width && y + side <= size.height;
  const placed: Box[] = [];
  for (const [x, y, w, h] of regions) {
    const places = [
      [x - side, y + (h - side) / 2],
      [x + w, y + (h - side) / 2],
      [x, y - side],
      [x + w - side, y - side],
      [x, y + h],
      [x + w - side, y + h],
    ].map(([left, top]): Box => [left!, top!, side, side]);
    const inside = places.filter(isInside);
    const taken = [...regions, ...placed];
    const free = inside.find((place) => !taken.some((box) => overlap(place, box)));
    placed.push(free ?? inside[0] ?? [0, 0, side, side]);
  }
  return placed;
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
            aria-label={`${regions.length} marked on the image. The list below explains them.`}
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
