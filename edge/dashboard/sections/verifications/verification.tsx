import { ApiError } from "../../../core/errors.ts";
import { readNote } from "../../../operations/verifications/review.ts";
import { listMembers } from "../../../store/accounts/members.ts";
import { listAudit } from "../../../store/audit/audit.ts";
import { findResults } from "../../../store/results/results.ts";
import { listRevisions } from "../../../store/verifications/history.ts";
import { loadVerification } from "../../../store/verifications/verifications.ts";
import { listEventsOf } from "../../../store/webhooks/events.ts";
import { expireIfDue } from "../../../verification/machine.ts";
import { awaitsReview } from "../../../verification/review.ts";
import type { Consent, Step, Verification } from "../../../verification/types.ts";
import { type DashboardContext, inMode } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { CustomerRef, State, words } from "../../ui/labels.tsx";
import { viewMedia } from "../../ui/media.ts";
import { Facts, Panel, Table, Time } from "../../ui/parts.tsx";
import { ResultLine } from "../../ui/summary.tsx";
import { Duplicates, findDuplicates } from "./duplicates.tsx";
import { EvidencePanel } from "./evidence.tsx";
import { NewLink } from "./link.tsx";
import { Note, Review } from "./review.tsx";
import { type History, Timeline } from "./timeline.tsx";

/**
 * One verification: its status and the reasons, its steps with their results, and its history. 404 as in the
 * API.
 */
export async function showVerification(c: DashboardContext, id: string) {
  const { db, clock } = c.var.services;
  const found = await loadVerification(db, c.var.scope, id);
  if (found === undefined) throw new ApiError("not_found", "There is no such verification.");
  const verification = expireIfDue(found, clock());
  const history = await readHistory(c, verification);
  const resultIds = verification.steps.flatMap((step) => step.resultIds);
  const [media, duplicates, note] = await Promise.all([
    viewMedia(c, id, resultIds),
    findDuplicates(c, history.results),
    viewerMay(c, "verification.review") ? readNote(inMode(c), { id }) : null,
  ]);
  return showPage(
    c,
    { title: "Verification", actions: <NewLink c={c} of={verification} /> },
    <>
      {note !== null && <Note note={note} names={history.names} />}
      <EvidencePanel c={c} verification={verification} results={history.results} media={media} />
      <Duplicates c={c} of={duplicates} />
      {awaitsReview(verification) && <Review c={c} id={verification.id} />}
      <div class="columns">
        <Panel title="Where it stands">
          <Standing verification={verification} />
        </Panel>
        <Panel title="Course">
          <Timeline c={c} history={history} />
        </Panel>
      </div>
      <h2>Steps and results</h2>
      <Table
        label="Steps"
        head={["Step", "Status", "Attempts", "Reason", "Results, oldest first"]}
        rows={verification.steps.map((step) => stepRow(c, step, history))}
      />
      <details class="panel">
        <summary>Policy, frozen at creation</summary>
        <Facts
          of={Object.entries(verification.policy).map(([name, value]) => [words(name), policyValue(value)])}
        />
      </details>
    </>,
  );
}

async function readHistory(c: DashboardContext, { id, steps }: Verification): Promise<History> {
  const { db } = c.var.services;
  const { scope } = c.var;
  const resultIds = steps.flatMap((step) => step.resultIds);
  const [revisions, results, events, audit, members] = await Promise.all([
    listRevisions(db, scope, id),
    findResults(db, scope, resultIds),
    listEventsOf(db, scope, id),
    listAudit(db, scope.tenantId, { limit: 10, before: null }, { target: id, action: "verification.review" }),
    listMembers(db, scope.tenantId),
  ]);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  return { revisions, results, events, audit, names };
}

function Standing({
  verification: { id, customerRef, status, decision, ...rest },
}: {
  verification: Verification;
}) {
  const { decisionReasons, nextAction, createdAt, expiresAt, completedAt, reviewedAt, consent } = rest;
  return (
    <Facts
      of={[
        ["Id", <code>{id}</code>],
        ["Customer", <CustomerRef of={customerRef} />],
        ["Status", <State of={status} />],
        ["Decision", <State of={decision} />],
        ["Why", <Reasons of={decisionReasons} />],
        ["Next action", nextAction === null ? "none" : words(nextAction.type)],
        ["Created", <Time at={createdAt} />],
        ["Expires", <Time at={expiresAt} />],
        ["Completed", <Time at={completedAt} />],
        ...(consent === null ? [] : [["Consent", <ConsentRecord of={consent} />] as const]),
        ...(reviewedAt === null ? [] : [["Reviewed", <Time at={reviewedAt} />] as const]),
      ]}
    />
  );
}

function ConsentRecord({ of: { version, locale, givenAt, withdrawnAt } }: { of: Consent }) {
  return (
    <>
      <Time at={givenAt} /> to text {version} ({locale})
      {withdrawnAt !== null && (
        <>
          , withdrawn <Time at={withdrawnAt} />
        </>
      )}
    </>
  );
}

/** Each message once, with its codes and steps. */
function Reasons({ of }: { of: Verification["decisionReasons"] }) {
  if (of.length === 0) return <span class="soft">–</span>;
  return (
    <ul class="plain">
      {[...Map.groupBy(of, ({ message }) => message)].map(([message, same]) => {
        const [codes, steps] = [new Set(same.map(({ code }) => code)), new Set(same.map(({ step }) => step))];
        return (
          <li>
            {message} <code>{[...codes].join(", ")}</code>
            {steps.size > 1 && <span class="under soft">{[...steps].map(words).join(", ")}</span>}
          </li>
        );
      })}
    </ul>
  );
}

function stepRow(c: DashboardContext, step: Step, { results }: History) {
  const rows = step.resultIds.map((id) => results.get(id)).filter((row) => row !== undefined);
  return [
    words(step.name),
    <State of={step.status} />,
    `${step.attempts} of ${step.maxAttempts}`,
    step.reason === null ? "–" : words(step.reason),
    <ul class="plain">
      {rows.map((row) => (
        <li>
          <ResultLine c={c} row={row} />
        </li>
      ))}
    </ul>,
  ];
}

const policyValue = (value: unknown) => (Array.isArray(value) ? value.map(words).join(", ") : String(value));
