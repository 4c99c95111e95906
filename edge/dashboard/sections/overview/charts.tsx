import { at } from "../../ui/drawing.tsx";
import { duration } from "../../ui/labels.tsx";
import { type Day, OUTCOME_LABELS, OUTCOMES } from "./series.ts";

/** Size of a chart's drawing, in its own units, and the room for the scale on the right. */
const WIDTH = 720;
const HEIGHT = 170;
const RIGHT = 56;
const TOP = 12;
const BOTTOM = 22;
const PLOT = HEIGHT - TOP - BOTTOM;

const NoData = () => <p class="soft">No data in this period.</p>;

/** Verifications of each day as bars, stacked by outcome. */
export function OutcomeBars({ days }: { days: readonly Day[] }) {
  if (days.every(({ total }) => total === 0)) return <NoData />;
  const most = Math.max(...days.map(({ total }) => total));
  const step = (WIDTH - RIGHT) / days.length;
  return (
    <Chart title="Verifications created a day, by outcome" days={days} top={`${most}`}>
      {days.map(({ outcomes }, i) => {
        let below = 0;
        return OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map((outcome) => {
          const height = (outcomes[outcome] / most) * PLOT;
          below += height;
          const y = HEIGHT - BOTTOM - below;
          return (
            <rect class={outcome} x={at(i * step + 1)} y={at(y)} width={at(step - 2)} height={at(height)} />
          );
        });
      })}
    </Chart>
  );
}

/** Median and 95th percentile of durations: for each day a pair of dots with a line between them. */
export function DurationRanges({
  title,
  days,
  of,
}: {
  title: string;
  days: readonly Day[];
  of: "decisions" | "calls";
}) {
  if (days.every((day) => day[of] === null)) return <NoData />;
  const most = Math.max(1, ...days.map((day) => day[of]?.p95Ms ?? 0));
  const step = (WIDTH - RIGHT) / days.length;
  const y = (ms: number) => at(HEIGHT - BOTTOM - (ms / most) * PLOT);
  return (
    <Chart title={title} days={days} top={duration(most)}>
      {days.map((day, i) => {
        const span = day[of];
        if (span === null) return null;
        const { p50Ms, p95Ms } = span;
        const x = at((i + 0.5) * step);
        return (
          <>
            <line class="range" x1={x} x2={x} y1={y(p50Ms)} y2={y(p95Ms)} />
            <circle class="p95" cx={x} cy={y(p95Ms)} r="3.5" />
            <circle class="p50" cx={x} cy={y(p50Ms)} r="4" />
          </>
        );
      })}
    </Chart>
  );
}

/**
 * The drawing with its axes. A table beside it contains the same figures for readers who cannot see the
 * drawing.
 */
function Chart({
  title,
  days,
  top,
  children,
}: {
  title: string;
  days: readonly Day[];
  top: string;
  children?: unknown;
}) {
  const floor = HEIGHT - BOTTOM;
  return (
    <figure class="chart" aria-label={`${title}: scrolls sideways on a small screen`} tabindex={0}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        <line class="axis" x1={0} x2={WIDTH - RIGHT} y1={floor} y2={floor} />
        <line class="grid" x1={0} x2={WIDTH - RIGHT} y1={TOP} y2={TOP} />
        <text x={WIDTH - RIGHT + 8} y={TOP + 4}>
          {top}
        </text>
        <text x={WIDTH - RIGHT + 8} y={floor + 4}>
          0
        </text>
        <text x={0} y={HEIGHT - 5}>
          {days[0]?.day}
        </text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 5} text-anchor="end">
          {days.at(-1)?.day}
        </text>
        {children}
      </svg>
    </figure>
  );
}

/** The legend: the colour of each outcome. */
export function OutcomeLegend() {
  return (
    <ul class="legend">
      {OUTCOMES.map((outcome) => (
        <li>
          <Swatch of={outcome} /> {OUTCOME_LABELS[outcome]}
        </li>
      ))}
    </ul>
  );
}

export function DurationLegend() {
  return (
    <ul class="legend">
      <li>
        <Swatch of="p50" /> Median
      </li>
      <li>
        <Swatch of="p95" /> 95th percentile
      </li>
    </ul>
  );
}

const Swatch = ({ of }: { of: string }) => (
  <svg class="swatch" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
    <rect class={of} width="10" height="10" rx="2" />
  </svg>
);
