import type { Child } from "hono/jsx";
import type { Omission, ReplayReport } from "../../../operations/policies/replay.ts";
import { reasonWords, State } from "../../ui/labels.tsx";
import { Facts, Panel, Table } from "../../ui/parts.tsx";

/** Why decisions were left out, for readers. */
const OMITTED: Readonly<Record<Omission, string>> = {
  not_measured: "the draft asks for something that was not measured then",
  not_recorded: "nothing was kept for a replay",
  rules_changed: "the rules of the service have changed since",
  erased: "the end user was erased",
};

/** What a draft would have changed in past decisions. */
export function Replayed({ report, days }: { report: ReplayReport; days: number }) {
  const { examined, replayed, unchanged, changes, reasons, issuingStates, leftOut, next } = report;
  return (
    <Panel title="Replay of past decisions" id="replay">
      <Facts
        of={[
          [
            "Looked at",
            `${examined} decisions of the last ${days} days${next === null ? "" : ", the newest ones"}`,
          ],
          ["Replayed", String(replayed)],
          ["Stay as they are", String(unchanged)],
          ["Would change", String(replayed - unchanged)],
          ...[...leftOut].map(([why, count]) => ["Left out", `${count}: ${OMITTED[why]}`] as const),
        ]}
      />
      <Changes label="Changed decisions" rows={changes.map((each) => ({ ...each, about: [] }))} head={[]} />
      <Changes
        label="By reason"
        head={["Reason", "Effect"]}
        rows={reasons.map((each) => ({
          ...each,
          about: [reasonWords(each.code), each.effect === "added" ? "would be new" : "would be gone"],
        }))}
      />
      <Changes
        label="By issuing state"
        head={["Issuing state"]}
        rows={issuingStates.map((each) => ({ ...each, about: [each.issuingState ?? "not read"] }))}
      />
    </Panel>
  );
}

interface Row {
  readonly about: readonly Child[];
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

function Changes({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{label}</h3>
      <Table
        label={label}
        head={[...head, "Was", "Would be", "Decisions"]}
        rows={rows.map(({ about, from, to, count }) => [
          ...about,
          <State of={from} />,
          <State of={to} />,
          String(count),
        ])}
      />
    </>
  );
}
