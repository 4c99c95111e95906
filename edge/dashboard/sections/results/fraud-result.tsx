import { listResults, type ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { Image, Meter, Outline, type Region, type Size } from "../../ui/drawing.tsx";
import { State, score, words } from "../../ui/labels.tsx";
import { viewMedia } from "../../ui/media.ts";
import { Panel, Table } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";

/** The checks and signals of a verdict on a document, and the places of the signals on the image. */
export async function showFraud(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("fraud", row);
  if (body === null) return null;
  const regions = fraudRegions(body);
  const {
    shots: [shot],
  } = await viewMedia(c, row.id, [row.id]);
  return (
    <>
      <div class="columns">
        <Panel title="Verdict">
          <Meter label="Overall score" value={body.overall_score} marks={body.thresholds} />
          <p class="soft">{gateText(body)}</p>
          {body.authenticity_missing === true && (
            <p>No check of authenticity was evaluated, so the document cannot be clean.</p>
          )}
          {!body.evidence_available && (
            <p>A legacy record: its evidence was not stored, and it never becomes clean.</p>
          )}
        </Panel>
        <Panel title="Where signals were found">
          {regions.length === 0 && <p class="soft">No signal with a place on the image.</p>}
          {shot === undefined ? (
            <Outline size={await imageSize(c, row)} regions={regions} />
          ) : (
            <Image shot={shot} title="The image that was judged" regions={regions} />
          )}
        </Panel>
      </div>
      <h2>Checks</h2>
      <Checks body={body} />
      <h2>Signals</h2>
      <Signals body={body} />
    </>
  );
}

const gateText = ({ quality_gate }: Body<"fraud">) => {
  if (quality_gate === null) return "No quality gate was recorded.";
  if (quality_gate.passed) return "The capture passed the quality gate.";
  return `The capture did not pass the quality gate: ${quality_gate.issues.map(words).join(", ")}.`;
};

/** The size of an image that is not kept, from the scan in the same verification. */
async function imageSize(c: DashboardContext, { verificationId }: ResultRow): Promise<Size | null> {
  if (verificationId === null) return null;
  const { db } = c.var.services;
  const scans = await listResults(db, c.var.scope, "ocr", { limit: 1, before: null, verificationId });
  const scan = scans[0];
  return scan === undefined ? null : (bodyOf("ocr", scan)?.quality ?? null);
}

function Checks({ body: { deterministic_checks } }: { body: Body<"fraud"> }) {
  return (
    <Table
      label="Deterministic checks"
      head={["Check", "Status", "Severity", "Required", "Detail"]}
      rows={deterministic_checks.map(({ name, status, severity, required, detail, explanation }) => [
        <Named name={name} explanation={explanation} />,
        <State of={status} />,
        severity,
        required ? "yes" : "no",
        <span class="text">{detail ?? "–"}</span>,
      ])}
    />
  );
}

function Signals({ body: { signals } }: { body: Body<"fraud"> }) {
  return (
    <Table
      label="Signals"
      head={["Signal", "Score", "Threshold", "State", "Severity", "Region", "Model"]}
      rows={signals.map((signal) => [
        <Named name={signal.name} explanation={signal.explanation} />,
        score(signal.score),
        score(signal.threshold),
        signal.triggered ? <State of="triggered" /> : <span class="soft">quiet</span>,
        signal.severity,
        <span class="soft mono">{signal.region?.map(Math.round).join(", ") ?? "–"}</span>,
        <code>{signal.model_version}</code>,
      ])}
    />
  );
}

/** The signals and checks, each with a sentence that explains it. */
const Named = ({ name, explanation }: { name: string; explanation: string }) => (
  <>
    {words(name)}
    <br />
    <span class="soft text">{explanation}</span>
  </>
);

type Signal = Body<"fraud">["signals"][number];

/** The signals' regions of the image, each with a sentence that explains the signal. */
export const fraudRegions = ({ signals }: Body<"fraud">): Region[] =>
  signals.flatMap((signal) =>
    signal.region === null
      ? []
      : [
          {
            label: signal.name,
            bbox: signal.region,
            tone: signal.triggered ? ("warn" as const) : ("plain" as const),
            sentence: `${versusThreshold(signal)} ${signal.explanation}`,
          },
        ],
  );

/** Triggered signals without a region, and failed checks. */
export function SignalList({ body }: { body: Body<"fraud"> }) {
  const { signals, deterministic_checks, authenticity_missing } = body;
  const findings = [
    ...signals
      .filter(({ region, triggered }) => region === null && triggered)
      .map((signal) => ({ name: signal.name, text: `${versusThreshold(signal)} ${signal.explanation}` })),
    ...deterministic_checks
      .filter(({ status }) => status === "fail")
      .map(({ name, explanation }) => ({ name, text: `Failed. ${explanation}` })),
  ];
  if (findings.length === 0) {
    const isQuiet = signals.every(({ triggered }) => !triggered);
    if (!isQuiet) return null;
    const none = authenticity_missing === true ? " None of authenticity was evaluated." : "";
    return <p class="soft">No signal was triggered, and no check failed.{none}</p>;
  }
  return (
    <ul class="findings">
      {findings.map(({ name, text }) => (
        <li>
          {words(name)} <span class="under soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}

const versusThreshold = ({ triggered, score: value, threshold }: Signal) =>
  `${triggered ? "Triggered" : "Quiet"}: ${score(value)} of ${score(threshold)}.`;
