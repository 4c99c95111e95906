import { Legend, Marks, type Region, type Size, unitOf } from "./regions.tsx";

/**
 * Regions over the outline of their picture, for a picture that is not kept or that the viewer may not see.
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
        aria-label="Where on the picture they were found"
      >
        <rect class="ground" width={width} height={height} rx={unitOf(known) * 2} />
        <Marks regions={regions} size={known} />
      </svg>
      <figcaption>
        <Legend regions={regions} />
        <p class="hint">
          x, y, width, height in pixels. This is the picture's outline
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
