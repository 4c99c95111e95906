import type { PropsWithChildren } from "hono/jsx";
import type { Shot } from "../media.ts";
import { Outline } from "./outline.tsx";
import { Legend, Marks, type Region } from "./regions.tsx";

/**
 * A kept picture with regions drawn over it and their legend. Browsers show it upright, in the orientation
 * that inference used, and the drawing covers all of it in its pixels. A picture that browsers would not
 * rotate gets an outline below instead.
 */
export function Picture({
  shot,
  title,
  regions = [],
  children,
}: PropsWithChildren<{ shot: Shot; title: string; regions?: readonly Region[] }>) {
  const { src, size } = shot;
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
      </figcaption>
    </figure>
  );
}
