import { MOST_FOLLOWED, STAGES, type Stage, type StageCount } from "../../../store/tenancy/funnel.ts";
import { Panel, Table } from "../../ui/parts.tsx";
import { type Drop, dropsOf } from "./series.ts";

const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  created: "Created",
  agreed: "Agreed to be verified",
  document_shown: "Showed a document",
  document_accepted: "Document accepted",
  face_shown: "Showed their face",
  face_accepted: "Face accepted",
  decided: "Decided",
};

/** Where in the flow people stop. */
export function Funnel({ counts }: { counts: readonly StageCount[] }) {
  const drops = dropsOf(counts);
  const total = drops[0]?.reached ?? 0;
  if (total === 0) return null;
  const rows = drops.map(({ stage, reached, stopped, open }: Drop) => [
    STAGE_LABELS[stage],
    reached,
    <Share of={reached / total} />,
    stage === STAGES.at(-1) ? "–" : stopped,
    stage === STAGES.at(-1) ? "–" : open,
  ]);
  return (
    <Panel title="Where people stop">
      <Table
        label="How far people came"
        head={["Stage", "Came so far", "Share", "Stopped here", "Still here"]}
        rows={rows}
      />
      <p class="hint">
        Of the period's newest {MOST_FOLLOWED} verifications at most, without erased ones. Who stopped has
        expired or was canceled.
      </p>
    </Panel>
  );
}

const Share = ({ of }: { of: number }) => (
  <>
    <meter min="0" max="1" value={`${of}`} aria-hidden="true" /> {Math.round(100 * of)} %
  </>
);
