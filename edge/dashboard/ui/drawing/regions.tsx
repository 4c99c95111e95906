import { words } from "../labels.tsx";

/** A part of the document's picture, in its pixels. */
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
export const unitOf = ({ width, height }: Size) => Math.max(width, height) / 100;

/** Frames around regions, with the legend's numbers; for an SVG whose user units are the picture's pixels. */
export function Marks({ regions, size }: { regions: readonly Region[]; size: Size }) {
  const unit = unitOf(size);
  return (
    <>
      {regions.map(({ tone, bbox: [x, y, w, h] }, i) => {
        const tag = Math.max(y - unit * 5, 0);
        return (
          <g class={tone}>
            <rect class="halo" x={x} y={y} width={w} height={h} stroke-width={unit} />
            <rect class="region" x={x} y={y} width={w} height={h} stroke-width={unit * 0.5} />
            <rect class="tag" x={x} y={tag} width={unit * 5} height={unit * 5} />
            <text x={x + unit * 2.5} y={tag + unit * 3.8} font-size={unit * 4} text-anchor="middle">
              {i + 1}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** The legend of the numbered regions. */
export function Legend({ regions }: { regions: readonly Region[] }) {
  if (regions.length === 0) return null;
  return (
    <ol>
      {regions.map(({ label, bbox, sentence }) => (
        <li>
          {words(label)} <span class="soft mono">{bbox.map(Math.round).join(", ")}</span>
          {sentence !== undefined && <span class="under soft">{sentence}</span>}
        </li>
      ))}
    </ol>
  );
}
