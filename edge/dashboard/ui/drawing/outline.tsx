import { Legend, Marks, type Region, type Size, unitOf } from "./regions.tsx";

/**
 * Regions over the outline of the picture they were found in, where the picture itself is not kept or not for
 * the viewer; where its size is not known, the outline is what encloses the regions.
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
