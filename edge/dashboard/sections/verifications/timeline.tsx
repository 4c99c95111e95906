import type { Child } from "hono/jsx";
import type { ChainedEntry } from "../../../store/audit/chain.ts";
import type { ResultRow } from "../../../store/results/results.ts";
import type { RevisionRow } from "../../../store/verifications/history.ts";
import type { listEventsOf } from "../../../store/webhooks/events.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { words } from "../../ui/labels.tsx";
import { Time } from "../../ui/parts.tsx";
import { ResultLine } from "../../ui/summary.tsx";

/** The recorded history of a verification. */
export interface History {
  readonly revisions: readonly RevisionRow[];
  readonly results: ReadonlyMap<string, ResultRow>;
  readonly events: Awaited<ReturnType<typeof listEventsOf>>;
  readonly audit: readonly ChainedEntry[];
  /** Names of members, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

interface Moment {
  readonly at: number;
  readonly text: Child;
}

const CHANGES: Readonly<Record<string, string>> = {
  created: "Verification created",
  step_result: "Result recorded",
  checked: "External check ended",
  canceled: "Verification canceled",
  expired: "Verification expired",
  linked: "New link created",
  claimed: "Link opened on a device",
  consented: "Consent given",
  contested: "Decision contested by the person",
  recalled: "Trust anchor recalled by the operator",
  erased: "Person erased",
};

/** The actions of the audit log that the timeline shows, in words. */
const ACTIONS: Readonly<Record<string, string>> = {
  "verification.review": "decided",
  "verification.propose": "proposed",
  "verification.claim": "claimed the review",
  "verification.dossier": "got a signed dossier",
};

/**
 * The timeline of a verification, oldest first: each change, the result that caused it, the events and the
 * reviewer.
 */
export function Timeline({ c, history }: { c: DashboardContext; history: History }) {
  const moments: Moment[] = [
    ...history.revisions
      // The audit entry of a ruling has more details.
      .filter(({ change }) => change !== "reviewed" && change !== "proposed")
      .map((revision) => ({
        at: revision.at,
        text: <Change c={c} history={history} revision={revision} />,
      })),
    ...history.audit
      .filter(({ action }) => action in ACTIONS)
      .map((entry) => ({
        at: entry.at,
        text: <Reviewer entry={entry} names={history.names} />,
      })),
    ...history.events.map(({ createdAt, type, id }) => ({
      at: createdAt,
      text: (
        <>
          Event <code>{type}</code> <span class="soft mono">{id}</span>
        </>
      ),
    })),
  ];
  return (
    <ol class="timeline">
      {moments
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, text }) => (
          <li>
            <Second at={at} />
            <div>{text}</div>
          </li>
        ))}
    </ol>
  );
}

/** A time to the second, in UTC, because steps follow each other quickly. */
function Second({ at }: { at: number }) {
  const iso = new Date(at).toISOString();
  return <time datetime={iso}>{iso.slice(0, 19).replace("T", " ")} UTC</time>;
}

function Change({ c, history, revision }: { c: DashboardContext; history: History; revision: RevisionRow }) {
  const result = revision.resultId === null ? undefined : history.results.get(revision.resultId);
  if (result !== undefined) return <ResultLine c={c} row={result} />;
  return <>{CHANGES[revision.change] ?? words(revision.change)}</>;
}

const factsOf = ({ after }: ChainedEntry) => JSON.parse(after ?? "{}") as Partial<Record<string, string>>;

/** The reviewer's name. Of an API call the reviewer is the person that the call acted as. */
function reviewerIn(entry: ChainedEntry, names: History["names"]): string {
  const { acting_as, by = entry.actor } = factsOf(entry);
  const reviewer = acting_as ?? by;
  return names.get(reviewer) ?? reviewer;
}

/** Who decided a review, and when; nothing before the decision. */
export function Decided({ history: { audit, names } }: { history: History }) {
  const entry = audit.find(({ action }) => action === "verification.review");
  if (entry === undefined) return null;
  return (
    <p class="flash plain">
      {reviewerIn(entry, names)} decided <strong>{words(factsOf(entry).decision ?? "")}</strong> on{" "}
      <Time at={entry.at} />.
    </p>
  );
}

/** What a reviewer did. */
function Reviewer({ entry, names }: { entry: ChainedEntry; names: History["names"] }) {
  const after = factsOf(entry);
  return (
    <>
      {reviewerIn(entry, names)} {ACTIONS[entry.action]}
      {after.decision !== undefined && (
        <>
          {" "}
          <strong>{words(after.decision)}</strong>
        </>
      )}
      {after.reason === undefined ? "" : `: ${words(after.reason)}`}
    </>
  );
}
