import { z } from "zod";
import { readOverview } from "../../store/overview.ts";
import { createPages, type DashboardContext, to } from "../context.ts";
import { showPage } from "../layout.tsx";
import { Empty, Panel, Table } from "../parts.tsx";
import { DurationLegend, DurationRanges, OutcomeBars, OutcomeLegend } from "../records/charts.tsx";
import { duration } from "../records/labels.tsx";
import { readQuery } from "../records/query.ts";
import { type Day, daysOf, lastDays, OUTCOME_LABELS, OUTCOMES, sum } from "../records/series.ts";

const PERIODS = ["7", "30", "90"] as const;
const query = z.object({ days: z.enum(PERIODS).default("30") });

/** Volume, outcomes and the time to a decision over the last days. */
export const overview = createPages().get("/", (c) => show(c));

async function show(c: DashboardContext) {
  const { db, clock } = c.var.services;
  const { days: chosen } = readQuery(c, query);
  const period = lastDays(Number(chosen), clock());
  const figures = await readOverview(db, c.var.scope, period);
  const days = daysOf(period, figures);
  const outcomes = sum(figures.counts);
  const total = days.reduce((sumOf, day) => sumOf + day.total, 0);
  const decided = outcomes.approved + outcomes.declined;
  return showPage(
    c,
    { title: "Overview", actions: <PeriodSwitch c={c} chosen={chosen} /> },
    <>
      <ul class="tiles">
        <Tile value={`${total}`} label={`verifications in ${chosen} days`} href={to(c, "verifications")} />
        <Tile
          value={decided === 0 ? "–" : `${Math.round((100 * outcomes.approved) / decided)} %`}
          label="of the decided ones approved"
        />
        <Tile value={`${figures.awaitingReview}`} label="waiting for a review" href={to(c, "reviews")} />
        <Tile value={duration(latest(days))} label="median time to a decision, latest day" />
      </ul>
      {total === 0 ? (
        <Empty title="No verifications yet">
          Create one with POST /v1/verifications and a {c.var.mode} key.
        </Empty>
      ) : (
        <Charts days={days} />
      )}
      <Panel title="Checks made">
        <ul class="tiles small">
          <Tile value={`${figures.results.ocr}`} label="documents read" href={to(c, "documents")} />
          <Tile value={`${figures.results.fraud}`} label="fraud detections" href={to(c, "fraud")} />
          <Tile value={`${figures.results.liveness}`} label="liveness checks" href={to(c, "liveness")} />
          <Tile value={`${figures.results.face}`} label="face comparisons" href={to(c, "faces")} />
        </ul>
      </Panel>
    </>,
  );
}

const latest = (days: readonly Day[]) => days.findLast(({ p50Ms }) => p50Ms !== null)?.p50Ms ?? null;

function PeriodSwitch({ c, chosen }: { c: DashboardContext; chosen: string }) {
  return (
    <nav class="modes" aria-label="Period">
      {PERIODS.map((days) => (
        <a href={`${to(c, "overview")}?days=${days}`} aria-current={days === chosen ? "true" : undefined}>
          {days} days
        </a>
      ))}
    </nav>
  );
}

function Tile({ value, label, href }: { value: string; label: string; href?: string }) {
  const content = (
    <>
      <strong>{value}</strong> <span>{label}</span>
    </>
  );
  return <li>{href === undefined ? content : <a href={href}>{content}</a>}</li>;
}

function Charts({ days }: { days: readonly Day[] }) {
  const rows = days
    .filter(({ total, p50Ms }) => total > 0 || p50Ms !== null)
    .map(({ day, total, outcomes, p50Ms, p95Ms }) => [
      day,
      total,
      ...OUTCOMES.map((outcome) => outcomes[outcome]),
      duration(p50Ms),
      duration(p95Ms),
    ]);
  const head = ["Day (UTC)", "Created", ...OUTCOMES.map((each) => OUTCOME_LABELS[each]), "Median", "95th"];
  return (
    <>
      <Panel title="Verifications a day">
        <OutcomeLegend />
        <OutcomeBars days={days} />
      </Panel>
      <Panel title="Time to a decision">
        <DurationLegend />
        <DurationRanges days={days} />
        <p class="hint">
          From creation to decision, of the verifications completed on a day: it holds the person's own time.
        </p>
      </Panel>
      <details class="panel">
        <summary>The figures as a table</summary>
        <Table label="Figures by day" head={head} rows={rows} />
      </details>
    </>
  );
}
