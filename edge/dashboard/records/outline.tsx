import { words } from "./labels.tsx";

/** A part of the document's picture, in its pixels. */
export interface Region {
  readonly label: string;
  /** [x, y, width, height]. */
  readonly bbox: readonly [number, number, number, number];
  readonly tone: "good" | "warn" | "plain";
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Regions over the outline of the picture they were found in. The picture itself is not kept; where its size is not
 * known, the outline is what encloses the regions.
 */
export function Outline({ size, regions }: { size: Size | null; regions: readonly Region[] }) {
  if (regions.length === 0) return null;
  const { width, height } = size ?? enclosing(regions);
  const unit = Math.max(width, height) / 100;
  const numbered = regions.map((region, i) => ({ ...region, n: i + 1 }));
  return (
    <figure class="outline">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Where on the picture they were found">
        <rect class="ground" width={width} height={height} rx={unit * 2} />
        {numbered.map(({ n, tone, bbox: [x, y, w, h] }) => (
          <>
            <rect class={tone} x={x} y={y} width={w} height={h} stroke-width={unit * 0.4} />
            <text
              class={tone}
              x={Math.max(x, unit * 4) - unit}
              y={y + h / 2 + unit}
              font-size={unit * 3}
              text-anchor="end"
            >
              {n}
            </text>
          </>
        ))}
      </svg>
      <figcaption>
        <ol>
          {numbered.map(({ label, bbox }) => (
            <li>
              {words(label)} <span class="soft mono">{bbox.map(Math.round).join(", ")}</span>
            </li>
          ))}
        </ol>
        <p class="hint">
          x, y, width, height in pixels. The picture itself is not kept: this is its outline
          {size === null ? ", as far as the regions tell it" : ""}.
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
