import { ApiError } from "../../../core/errors.ts";
import { readExpected } from "../../../operations/encrypted-expected.ts";
import { seenUnder } from "../../../operations/own-checks/seen-under.ts";
import { readStatement } from "../../../operations/verifications/contest.ts";
import { readNotes } from "../../../operations/verifications/review-notes.ts";
import { listMembers } from "../../../store/accounts/members.ts";
import { listAudit } from "../../../store/audit/audit.ts";
import { findActions } from "../../../store/results/liveness-results.ts";
import { listRevisions } from "../../../store/verifications/history.ts";
import { loadVerification } from "../../../store/verifications/verifications.ts";
import { listEventsOf } from "../../../store/webhooks/events.ts";
import { rulingsOf } from "../../../verification/contest.ts";
import { expireIfDue } from "../../../verification/machine.ts";
import { overriddenBy } from "../../../verification/overridden.ts";
import { isAgeOnly } from "../../../verification/purpose.ts";
import { awaitsReview } from "../../../verification/review.ts";
import type { Consent, Step, Verification } from "../../../verification/types.ts";
import { Spelt } from "../../form/notes.tsx";
import { type DashboardContext, inMode, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { seesPersonalData, viewerMay } from "../../shell/roles.ts";
import { CustomerRef, capital, reasonWords, State, words } from "../../ui/labels.tsx";
import { viewMedia } from "../../ui/media.ts";
import { Facts, Panel, Table, Time } from "../../ui/parts.tsx";
import { documentData, titleOf } from "../../ui/person.tsx";
import { ResultLine } from "../../ui/summary.tsx";
import { readResults } from "../../ui/visible-results.ts";
import { AgeOnly } from "./age.tsx";
import { ClaimButton, mayRule, ReviewState, viewClaim } from "./claim.tsx";
import { Contest } from "./contest.tsx";
import { Duplicates, findDuplicates } from "./duplicates.tsx";
import { Earlier, findEarlier } from "./earlier.tsx";
import { EvidencePanel, marksByName } from "./evidence.tsx";
import { ExpectedDetails } from "./expected-details.tsx";
import { findingsOf, overriddenTexts, Why } from "./findings.tsx";
import { NewLink } from "./link.tsx";
import { ExternalChecks, SeenUnderOthers } from "./own-checks.tsx";
import { PersonData } from "./person-data.tsx";
import { findNeighbours, type Neighbours, QueueLinks } from "./queue-links.tsx";
import { Note, offeredReasons, proposalsOf, Review, reviewImages } from "./review.tsx";
import { TakeNext } from "./take-next.tsx";
import { Decided, type History, Timeline } from "./timeline.tsx";

const NO_NEIGHBOURS: Neighbours = { previous: null, next: null };

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
  const { results } = history;
  const isReviewer = viewerMay(c, "verification.review");
  const [expected, media, duplicates, notes, neighbours, earlier, actions, claim, seen, statement] =
    await Promise.all([
      readExpected(c.var.services.vault, c.var.scope, verification),
      viewMedia(c, id, resultIds),
      findDuplicates(c, results),
      isReviewer ? readNotes(inMode(c), { id }) : [],
      isReviewer ? findNeighbours(c, id) : NO_NEIGHBOURS,
      findEarlier(c, verification),
      findActions(db, c.var.scope, resultIds),
      awaitsReview(verification) ? viewClaim(c, id) : null,
      seenUnder(c.var.services, c.var.scope, verification),
      isReviewer ? readStatement(c.var.services, c.var.scope, verification) : null,
    ]);
  const document = documentData(verification, results);
  const isInReview = awaitsReview(verification);
  const isRuling = isInReview && mayRule(c, claim, verification.proposal);
  const shownData = seesPersonalData(c) ? document : null;
  const findings = findingsOf(verification, results, shownData);
  const marked = marksByName({ results, media });
  return showPage(
    c,
    {
      title: "Verification",
      heading: (
        <>
          {titleOf(verification, document)} <State of={verification.decision ?? verification.status} />
        </>
      ),
      back:
        isInReview || neighbours.next !== null
          ? { href: to(c, "reviews"), text: "Review queue" }
          : { href: to(c, "verifications"), text: "Verifications" },
      actions: (
        <>
          <NewLink c={c} of={verification} />
          {isInReview && <ClaimButton c={c} of={verification} claim={claim} />}
          {isInReview && isReviewer && <TakeNext c={c} after={id} />}
          {!isInReview && isReviewer && neighbours.next !== null && (
            <TakeNext c={c} isFocused={c.var.flash !== null} />
          )}
          <QueueLinks c={c} of={neighbours} />
          {isRuling && (
            <a class="button plain narrow-only" href="#decision">
              Your decision
            </a>
          )}
        </>
      ),
      isWide: isRuling,
      ...(isRuling && { skip: { href: "#decision", text: "Skip to your decision" } }),
    },
    <>
      <Contest
        of={verification}
        statement={statement}
        isReviewer={isReviewer}
        hasImages={media.shots.length > 0}
      />
      {isInReview ? (
        <ReviewState c={c} of={verification} claim={claim} names={history.names} />
      ) : (
        <Decided history={history} />
      )}
      {notes.map((note) => (
        <Note note={note} names={history.names} />
      ))}
      <div class="beside">
        <Why verification={verification} findings={findings} marked={marked} />
        <div class="evidence">
          {isAgeOnly(verification.policy) ? (
            <AgeOnly of={verification} />
          ) : (
            <>
              <EvidencePanel
                c={c}
                verification={verification}
                results={results}
                media={media}
                actions={actions}
              />
              {seesPersonalData(c) ? (
                <PersonData verification={verification} results={results} document={document} now={clock()} />
              ) : (
                <HiddenData />
              )}
            </>
          )}
          <ExpectedDetails verification={verification} expected={expected} document={document} />
          <Earlier c={c} of={earlier} />
          <Duplicates c={c} of={duplicates} />
          <SeenUnderOthers c={c} of={seen} />
          <ExternalChecks of={verification} />
        </div>
        {isRuling ? (
          <Review
            c={c}
            id={verification.id}
            images={reviewImages(verification, media)}
            neighbours={neighbours}
            overridden={overriddenTexts(verification, results, findings)}
            offered={offeredReasons(verification, findings)}
            isReasoned={overriddenBy(verification, results).length > 0}
            rulings={rulingsOf(verification)}
            proposals={await proposalsOf(c, verification)}
          />
        ) : (
          <Panel title="Summary">
            <Summary verification={verification} />
          </Panel>
        )}
      </div>
      {isRuling ? (
        <div class="columns">
          <Panel title="Summary">
            <Summary verification={verification} />
          </Panel>
          <Panel title="Timeline">
            <Timeline c={c} history={history} />
          </Panel>
        </div>
      ) : (
        <Panel title="Timeline">
          <Timeline c={c} history={history} />
        </Panel>
      )}
      <h2>Steps and results</h2>
      <Table
        label="Steps"
        head={["Step", "Status", "Attempts", "Reason", "Results"]}
        rows={verification.steps.map((step) => stepRow(c, step, history))}
      />
      <details class="panel">
        <summary>Policy</summary>
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
    readResults(c, resultIds),
    listEventsOf(db, scope, id),
    listAudit(db, scope.tenantId, { limit: 20, before: null }, { target: id, action: "verification." }),
    listMembers(db, scope.tenantId),
  ]);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  return { revisions, results, events, audit, names };
}

const HiddenData = () => (
  <Panel title="Extracted data">
    <p class="soft">Your organization hides personal data from viewers.</p>
  </Panel>
);

function Summary({
  verification: { id, customerRef, status, decision, ...rest },
}: {
  verification: Verification;
}) {
  const { nextAction, createdAt, expiresAt, completedAt, reviewedAt, recalledAt, consent } = rest;
  return (
    <Facts
      of={[
        ["Id", <code>{id}</code>],
        ["Customer reference", <CustomerRef of={customerRef} />],
        ["Status", <State of={status} />],
        ["Decision", <State of={decision} />],
        ["Next action", nextAction === null ? "none" : words(nextAction.type)],
        ["Created", <Time at={createdAt} />],
        ["Expires", <Time at={expiresAt} />],
        ["Completed", <Time at={completedAt} />],
        ...(consent === null ? [] : [["Consent", <ConsentRecord of={consent} />] as const]),
        ...(reviewedAt === null ? [] : [["Reviewed", <Time at={reviewedAt} />] as const]),
        ...(recalledAt === null ? [] : [["Trust anchor recalled", <Time at={recalledAt} />] as const]),
      ]}
    />
  );
}

function ConsentRecord({ of: { version, locale, purposes, givenAt, withdrawnAt } }: { of: Consent }) {
  return (
    <>
      <Time at={givenAt} />, text version {version} ({locale})
      {purposes !== undefined &&
        (purposes.includes("return") ? ", to be recognised later, too" : ", not to be recognised later")}
      {withdrawnAt !== null && (
        <>
          , withdrawn <Time at={withdrawnAt} />
        </>
      )}
    </>
  );
}

function stepRow(c: DashboardContext, step: Step, { results }: History) {
  const rows = step.resultIds.map((id) => results.get(id)).filter((row) => row !== undefined);
  return [
    capital(words(step.name)),
    <State of={step.status} />,
    `${step.attempts} of ${step.maxAttempts}`,
    step.reason === null ? "–" : <Spelt text={reasonWords(step.reason)} />,
    <ul class="plain">
      {rows.map((row) => (
        <li>
          <ResultLine c={c} row={row} />
        </li>
      ))}
    </ul>,
  ];
}

const policyValue = (value: unknown) =>
  Array.isArray(value) ? value.map((each) => words(each.name ?? each)).join(", ") : String(value);
