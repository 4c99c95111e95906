import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { Image, Meter, Outline, type Region, type Size } from "../../ui/drawing.tsx";
import { Named, State, score, words } from "../../ui/labels.tsx";
import { viewMedia } from "../../ui/media.ts";
import { Panel, Table } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";
import { readPage } from "../../ui/visible-results.ts";

/** The checks and signals of a verdict on a document, and the places of the signals on the image. */
export async function showFraud(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("fraud", row);
  if (body === null) return null;
  const regions = fraudRegions(body);
  const {
    shots: [shot],
  } = await viewMedia(c, row.id, [row.id]);
  const size = shot === undefined ? await imageSize(c, row) : null;
  return (
    <>
      <div class="columns">
        <Panel title="Fraud score">
          <Meter label="Overall score" value={body.overall_score} marks={body.thresholds} />
          <p class="soft">{gateText(body)}</p>
          {body.authenticity_missing === true && (
            <p>No authenticity check could be evaluated. Such a document is never clean.</p>
          )}
          {!body.evidence_available && (
            <p>This is a legacy record without stored evidence. It never becomes clean.</p>
          )}
        </Panel>
        <Panel title="Signals on the image">
          {regions.length === 0 && <p class="soft">No signal has a place on the image.</p>}
          {shot !== undefined ? (
            <Image shot={shot} title="The image that was checked" regions={regions} />
          ) : (
            size !== null && <Outline size={size} regions={regions} />
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
  if (quality_gate === null) return "The quality gate was not recorded.";
  if (quality_gate.passed) return "The image passed the quality gate.";
  return `The image did not pass the quality gate: ${quality_gate.issues.map(words).join(", ")}.`;
};

/** The size of an image that is not kept, from the scan in the same verification. */
async function imageSize(c: DashboardContext, { verificationId }: ResultRow): Promise<Size | null> {
  if (verificationId === null) return null;
  const scans = await readPage(c, "ocr", { limit: 1, before: null, verificationId });
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
      head={["Signal", "Score", "Threshold", "State", "Severity", "Place", "Model"]}
      rows={signals.map((signal) => [
        <Named name={signal.name} explanation={signal.explanation} />,
        score(signal.score),
        score(signal.threshold),
        signal.triggered ? <State of="detected" /> : <span class="soft">not detected</span>,
        signal.severity,
        <span class="soft">{placeOf(signal)}</span>,
        <code>{signal.model_version}</code>,
      ])}
    />
  );
}

type Signal = Body<"fraud">["signals"][number];

/** In the pixels of the upload. */
const placeOf = ({ region }: Signal) => {
  if (region === null) return "–";
  const [x, y, width, height] = region.map(Math.round);
  return `${width} × ${height} px at ${x}, ${y}`;
};

/** The signals' regions of the image, each with a sentence that explains the signal. */
const fraudRegions = ({ signals }: Pick<Body<"fraud">, "signals">): Region[] =>
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

/** The regions of the detected signals alone, for a page that is not about the signals. */
export const detectedRegions = ({ signals }: Body<"fraud">): Region[] =>
  fraudRegions({ signals: signals.filter(({ triggered }) => triggered) });

const versusThreshold = ({ triggered, score: value, threshold }: Signal) =>
  `${triggered ? "Detected" : "Not detected"}: score ${score(value)}, threshold ${score(threshold)}.`;
