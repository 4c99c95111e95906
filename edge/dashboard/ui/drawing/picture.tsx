import type { PropsWithChildren } from "hono/jsx";
import type { Shot } from "../media.ts";
import { Outline } from "./outline.tsx";
import { Legend, Marks, type Region } from "./regions.tsx";

/**
 * A kept picture with regions drawn over it and their legend: the drawing covers all of it, in the pixels of
 * what was judged. A picture whose size is not known gets an outline below instead.
 */
export function Picture({
  shot,
  title,
  regions = [],
  children,
}: PropsWithChildren<{ shot: Shot; title: string; regions?: readonly Region[] }>) {
  const { src, original, size } = shot;
  return (
    <figure class="picture">
      <h3>{title}</h3>
      <div class="canvas">
        <img src={src} alt={title} width={size?.width} height={size?.height} />
        {size !== null && regions.length > 0 && (
          <svg
            class="marks"
            viewBox={`0 0 ${size.width} ${size.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${regions.length} marked on the picture; the list below tells what`}
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
            This is what was judged.{" "}
            <a href={original} download>
              Save the file as it was sent
            </a>
          </p>
        )}
      </figcaption>
    </figure>
  );
}
