/** One axis of a drawing; on a logarithmic axis, values under `min` lie on the edge. */
interface Axis {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly scale: "linear" | "log";
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const WIDTH = 640;
const HEIGHT = 440;
const EDGE = { left: 70, right: 20, top: 40, bottom: 60 };
/** Distinguishable in print and by colour-blind readers (Okabe and Ito). */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"];
const LINEAR_STEPS = 5;

/** Lines over two axes as an SVG of 640 × 440, drawn over white, with a legend. */
export function plotLines(title: string, x: Axis, y: Axis, series: readonly Series[]): string {
  const across = (value: number) => EDGE.left + position(x, value) * (WIDTH - EDGE.left - EDGE.right);
  const up = (value: number) => HEIGHT - EDGE.bottom - position(y, value) * (HEIGHT - EDGE.top - EDGE.bottom);
  const lines = series.map(({ points }, n) => {
    const path = points.map(([a, b]) => `${across(a).toFixed(1)},${up(b).toFixed(1)}`).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${colour(n)}" stroke-width="2"/>`;
  });
  const legend = series.map(({ name }, n) =>
    text(WIDTH - EDGE.right - 8, EDGE.top + 18 + 18 * n, name, `text-anchor="end" fill="${colour(n)}"`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${text(WIDTH / 2, 24, title, 'text-anchor="middle" font-size="16"')}
${ticks(x)
  .map((value) => verticalRule(across(value), label(value)))
  .join("\n")}
${ticks(y)
  .map((value) => horizontalRule(up(value), label(value)))
  .join("\n")}
${text(WIDTH / 2, HEIGHT - 16, x.label, 'text-anchor="middle"')}
<g transform="translate(18 ${HEIGHT / 2}) rotate(-90)">${text(0, 0, y.label, 'text-anchor="middle"')}</g>
${[...lines, ...legend].join("\n")}
</svg>
`;
}

/** The shares of the values in `bins` equal parts of the range, as a line of steps. */
export function histogram(
  name: string,
  values: readonly number[],
  range: readonly [low: number, high: number],
  bins: number,
): Series {
  const [low, high] = range;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor(((value - low) / (high - low)) * bins);
    counts[Math.min(bins - 1, Math.max(0, bin))]! += 1;
  }
  const edge = (bin: number) => low + ((high - low) * bin) / bins;
  const points = counts.flatMap((count, bin) => {
    const height = count / Math.max(1, values.length);
    return [[edge(bin), height] as const, [edge(bin + 1), height] as const];
  });
  return { name, points };
}

/** 0..1 along the axis. */
function position({ min, max, scale }: Axis, value: number): number {
  const along =
    scale === "linear"
      ? (value - min) / (max - min)
      : Math.log(Math.max(value, min) / min) / Math.log(max / min);
  return Math.min(1, Math.max(0, along));
}

function ticks({ min, max, scale }: Axis): number[] {
  if (scale === "linear") {
    return Array.from({ length: LINEAR_STEPS + 1 }, (_, n) => min + ((max - min) * n) / LINEAR_STEPS);
  }
  const first = Math.ceil(Math.log10(min) - 1e-9);
  const last = Math.floor(Math.log10(max) + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, n) => 10 ** (first + n));
}

const label = (value: number) => String(Number(value.toPrecision(3)));
const colour = (n: number) => COLOURS[n % COLOURS.length]!;

const verticalRule = (x: number, value: string) =>
  `<path d="M${x.toFixed(1)} ${EDGE.top}V${HEIGHT - EDGE.bottom}" stroke="#ddd"/>${text(x, HEIGHT - EDGE.bottom + 18, value, 'text-anchor="middle"')}`;

const horizontalRule = (y: number, value: string) =>
  `<path d="M${EDGE.left} ${y.toFixed(1)}H${WIDTH - EDGE.right}" stroke="#ddd"/>${text(EDGE.left - 8, y + 4, value, 'text-anchor="end"')}`;

const text = (x: number, y: number, content: string, attributes: string) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escapeXml(content)}</text>`;

const escapeXml = (content: string) =>
  content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
