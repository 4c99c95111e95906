import { rulingsOf } from "../../../verification/contest.ts";
import { overriddenBy } from "../../../verification/overridden.ts";
import { isAgeOnly } from "../../../verification/purpose.ts";
import type { Consent, Step, Verification } from "../../../verification/types.ts";
import { Spelt } from "../../form/notes.tsx";
import { type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { seesPersonalData } from "../../shell/roles.ts";
import { CustomerRef, capital, reasonWords, State, words } from "../../ui/labels.tsx";
import { Facts, Panel, Table, Time } from "../../ui/parts.tsx";
import { titleOf } from "../../ui/person.tsx";
import { ResultLine } from "../../ui/summary.tsx";
import { AgeOnly } from "./age.tsx";
import { type Case, readCase } from "./case.ts";
import { ClaimButton, ReviewState } from "./claim.tsx";
import { Contest } from "./contest.tsx";
import { DuplicateLine, Duplicates } from "./duplicates.tsx";
import { Earlier } from "./earlier.tsx";
import { EvidencePanel, marksByName } from "./evidence.tsx";
import { ExpectedDetails } from "./expected-details.tsx";
import { OverriddenList, overriddenTexts, Why } from "./findings.tsx";
import { NewLink } from "./link.tsx";
import { ExternalChecks, SeenUnderOthers } from "./own-checks.tsx";
import { PersonData } from "./person-data.tsx";
import { QueueLinks } from "./queue-links.tsx";
import { Note, proposalsOf, Review, reviewImages } from "./review.tsx";
import { offeredReasons } from "./review-reasons.ts";
import { TakeNext } from "./take-next.tsx";
import { Decided, type History, Timeline } from "./timeline.tsx";

/** One verification: its status and the reasons, its steps with their results, and its history. */
export async function showVerification(c: DashboardContext, id: string) {
  const opened = await readCase(c, id);
  const { verification, history, isInReview, isInQueue, isRuling } = opened;
  const summary = (
    <Panel title="Summary">
      <Summary verification={verification} />
    </Panel>
  );
  const timeline = (
    <Panel title="Timeline">
      <Timeline c={c} history={history} />
    </Panel>
  );
  return showPage(
    c,
    {
      title: "Verification",
      heading: (
        <>
          {titleOf(verification, opened.document)} <State of={verification.decision ?? verification.status} />
        </>
      ),
      back:
        isInReview || isInQueue
          ? { href: to(c, "reviews"), text: "Review queue" }
          : { href: to(c, "verifications"), text: "Verifications" },
      actions: <Actions c={c} of={opened} />,
      isWide: isRuling,
      ...(isRuling && { skip: { href: "#decision", text: "Skip to your decision" } }),
    },
    <>
      <Standing c={c} of={opened} />
      <div class="beside">
        <Evidence c={c} of={opened} />
        <div class="side">
          <Why
            verification={verification}
            findings={opened.findings}
            marked={marksByName(opened)}
            groundsOf={opened.groundsOf}
            duplicates={opened.duplicates.map((each) => <DuplicateLine c={c} of={each} />)}
          />
          <OverriddenList verification={verification} results={opened.results} findings={opened.findings} />
          {isRuling ? <Ruling c={c} of={opened} proposals={await proposalsOf(c, verification)} /> : summary}
        </div>
      </div>
      {isRuling ? (
        <div class="columns">
          {summary}
          {timeline}
        </div>
      ) : (
        timeline
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

interface OfCase {
  readonly c: DashboardContext;
  readonly of: Case;
}

/** What the viewer can do beside a decision. */
function Actions({ c, of: { verification, claim, neighbours, isInReview, isReviewer, isRuling } }: OfCase) {
  return (
    <>
      <NewLink c={c} of={verification} />
      {isInReview && <ClaimButton c={c} of={verification} claim={claim} />}
      {isInReview && isReviewer && <TakeNext c={c} after={verification.id} />}
      {!isInReview && isReviewer && neighbours.next !== null && <TakeNext c={c} isFocused />}
      <QueueLinks c={c} of={neighbours} />
      {isRuling && (
        <a class="button plain narrow-only" href="#decision">
          Your decision
        </a>
      )}
    </>
  );
}

/** What people have said and decided: the person's statement, the review or the decision, and the notes. */
function Standing({ c, of }: OfCase) {
  const { verification, statement, isReviewer, isInReview, media, claim, history, notes } = of;
  const { names } = history;
  return (
    <>
      <Contest
        of={verification}
        statement={statement}
        isReviewer={isReviewer}
        hasImages={media.shots.length > 0}
      />
      {isInReview ? (
        <ReviewState c={c} of={verification} claim={claim} names={names} />
      ) : (
        <Decided history={history} />
      )}
      {notes.map((note) => (
        <Note note={note} names={names} />
      ))}
    </>
  );
}

function Evidence({ c, of }: OfCase) {
  const { verification, results, media, actions, document, now } = of;
  return (
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
            <PersonData verification={verification} results={results} document={document} now={now} />
          ) : (
            <HiddenData />
          )}
        </>
      )}
      <ExpectedDetails verification={verification} expected={of.expected} document={document} />
      <Earlier c={c} of={of.earlier} />
      <Duplicates c={c} of={of.duplicates} />
      <SeenUnderOthers c={c} of={of.seen} />
      <ExternalChecks of={verification} />
    </div>
  );
}

type Proposals = Awaited<ReturnType<typeof proposalsOf>>;

function Ruling({ c, of, proposals }: OfCase & { proposals: Proposals }) {
  const { verification, results, findings, media, neighbours } = of;
  return (
    <Review
      c={c}
      id={verification.id}
      images={reviewImages(verification, media)}
      neighbours={neighbours}
      overridden={overriddenTexts(verification, results, findings)}
      offered={offeredReasons(verification, findings)}
      isReasoned={overriddenBy(verification, results).length > 0}
      rulings={rulingsOf(verification)}
      proposals={proposals}
    />
  );
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
