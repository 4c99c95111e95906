import { z } from "zod";
import { RESULT_KINDS, type ResultKind } from "../../../../vocabulary/enumerations.ts";
import { MOST_FOLLOWED, STAGES, type Stage, type StageCount } from "../../../store/tenancy/funnel.ts";
import { MOST_COUNTED, type Overview, readOverview } from "../../../store/tenancy/overview.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { showPage, upTo } from "../../shell/layout.tsx";
import { duration } from "../../ui/labels.tsx";
import { Empty, Panel, Table } from "../../ui/parts.tsx";
import { readQuery } from "../../ui/query.ts";
import { RESULT_SECTIONS } from "../../ui/summary.tsx";
import { DurationLegend, DurationRanges, OutcomeBars, OutcomeLegend } from "./charts.tsx";
import {
  type Day,
  type Drop,
  daysOf,
  dropsOf,
  lastDays,
  OUTCOME_LABELS,
  OUTCOMES,
  type Span,
  sum,
} from "./series.ts";

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
    {
      title: "Overview",
      actions: <PeriodSwitch c={c} chosen={chosen} />,
      waiting: figures.awaitingReview,
    },
    <>
      <ul class="tiles">
        <Tile
          value={`${total}`}
          label={`verifications in ${chosen} days${figures.erased === 0 ? "" : `, ${upTo(figures.erased, MOST_COUNTED)} erased`}`}
          href={to(c, "verifications")}
        />
        <Tile
          value={decided === 0 ? "–" : `${Math.round((100 * outcomes.approved) / decided)} %`}
          label="of decided verifications approved"
        />
        <Tile
          value={upTo(figures.awaitingReview, MOST_COUNTED)}
          label="waiting for review"
          href={to(c, "reviews")}
        />
        <Tile value={duration(latest(days))} label="median time to a decision, latest day" />
      </ul>
      {days.every(({ total: created, calls }) => created === 0 && calls === null) ? (
        <Empty title="No verifications yet">
          Create a verification with POST /v1/verifications and a {c.var.mode} key.
        </Empty>
      ) : (
        <Charts days={days} />
      )}
      <Funnel counts={figures.stages} />
      <Panel title="Checks">
        <ul class="tiles small">
          {RESULT_KINDS.map((kind) => (
            <KindTile c={c} kind={kind} figures={figures} />
          ))}
        </ul>
      </Panel>
    </>,
  );
}

const latest = (days: readonly Day[]) =>
  days.findLast(({ decisions }) => decisions !== null)?.decisions?.p50Ms ?? null;

const NOUNS: Readonly<Record<ResultKind, string>> = {
  ocr: "documents read",
  fraud: "fraud detections",
  liveness: "liveness checks",
  face: "face comparisons",
  signed: "chips verified",
  credential: "credentials checked",
};

/** The number of results of a kind, and the duration of the calls that created them. */
function KindTile({ c, kind, figures }: { c: DashboardContext; kind: ResultKind; figures: Overview }) {
  const took = figures.callsByKind.find(({ bucket }) => bucket === kind);
  const times = took === undefined ? "" : `: ${duration(took.p50Ms)} median, ${duration(took.p95Ms)} 95th`;
  const { section } = RESULT_SECTIONS[kind];
  return <Tile value={`${figures.results[kind]}`} label={NOUNS[kind] + times} href={to(c, section)} />;
}

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
  return (
    <>
      <Panel title="Verifications per day">
        <OutcomeLegend />
        <OutcomeBars days={days} />
      </Panel>
      <Panel title="Call duration">
        <DurationLegend />
        <DurationRanges title="Duration of calls, median and 95th percentile" days={days} of="calls" />
        <p class="hint">Calls that created a result, from the end of the upload to the result.</p>
      </Panel>
      <Panel title="Time to a decision">
        <DurationLegend />
        <DurationRanges title="Time to a decision, median and 95th percentile" days={days} of="decisions" />
        <p class="hint">
          From the creation of a verification to its last upload, by day of completion. The person's own time
          is included.
        </p>
      </Panel>
      <details class="panel">
        <summary>Figures as a table</summary>
        <Figures days={days} />
      </details>
    </>
  );
}

function Figures({ days }: { days: readonly Day[] }) {
  const span = (of: Span | null) => `${duration(of?.p50Ms ?? null)} / ${duration(of?.p95Ms ?? null)}`;
  const rows = days
    .filter(({ total, calls, decisions }) => total > 0 || calls !== null || decisions !== null)
    .map(({ day, total, outcomes, calls, decisions }) => [
      day,
      total,
      ...OUTCOMES.map((outcome) => outcomes[outcome]),
      span(calls),
      span(decisions),
    ]);
  const outcomes = OUTCOMES.map((each) => OUTCOME_LABELS[each]);
  const head = ["Day (UTC)", "Created", ...outcomes, "Calls, median / 95th", "Decision, median / 95th"];
  return <Table label="Figures by day" head={head} rows={rows} />;
}

const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  created: "Created",
  agreed: "Consent given",
  document_shown: "Document sent",
  document_accepted: "Document accepted",
  face_shown: "Selfie sent",
  face_accepted: "Face accepted",
  decided: "Decided",
};

/** At which stage people drop off. */
function Funnel({ counts }: { counts: readonly StageCount[] }) {
  const drops = dropsOf(counts);
  const total = drops[0]?.reached ?? 0;
  if (total === 0) return null;
  const rows = drops.map(({ stage, reached, stopped, open, consented }: Drop) => [
    STAGE_LABELS[stage],
    stage === "agreed" ? <Consents given={consented} of={reached} /> : reached,
    <Share of={reached / total} />,
    stage === STAGES.at(-1) ? "–" : stopped,
    stage === STAGES.at(-1) ? "–" : open,
  ]);
  return (
    <Panel title="Drop-off">
      <Table
        label="Drop-off by stage"
        head={["Stage", "Entered", "Share", "Dropped off", "Still open"]}
        rows={rows}
      />
      <p class="hint">
        Based on the latest {new Intl.NumberFormat("en").format(MOST_FOLLOWED)} verifications in this period;
        erased ones excluded. Dropped off = expired or canceled.
      </p>
    </Panel>
  );
}

/** Of a verification by the API alone the service records no consent. */
const Consents = ({ given, of }: { given: number; of: number }) => (
  <>
    {of}
    {of > given && <span class="under soft">{of - given} not asked here</span>}
  </>
);

const Share = ({ of }: { of: number }) => (
  <>
    <meter min="0" max="1" value={`${of}`} aria-hidden="true" /> {Math.round(100 * of)} %
  </>
);
