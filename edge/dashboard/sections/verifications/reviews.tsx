import { z } from "zod";
import { DOCUMENT_TYPES } from "../../../../vocabulary/document-types.ts";
import { listMembers } from "../../../store/accounts/members.ts";
import { countReviewReasons } from "../../../store/verifications/history.ts";
import { listReviews, type ReviewRow } from "../../../store/verifications/reviews.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { Filter } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { capital, languageWords, reasonWords, wait, words } from "../../ui/labels.tsx";
import { Badge, Empty, Field, Pager, Select, Table, Time } from "../../ui/parts.tsx";
import { type DocumentData, documentsOf, VerificationLink } from "../../ui/person.tsx";
import { fromId, isFilterWrong, PAGE_SIZE, paged, readQuery } from "../../ui/query.ts";
import { ReasonList } from "./findings.tsx";
import { AGES, FILTER_FIELDS, FILTER_REASONS, filterOf, TakeNext, takeNextAction } from "./take-next.tsx";

/** The first reviews of the queue, whose reasons are counted. */
const MOST_COUNTED = 1_000;

const query = z.object({ ...FILTER_FIELDS, from: fromId("verification") });

/** Verifications that await a review, in the queue's order, and the claim of the next one. */
export const reviews = createPages()
  .get("/", (c) => show(c))
  .route("/", takeNextAction);

async function show(c: DashboardContext) {
  const { db, clock } = c.var.services;
  const { scope } = c.var;
  const { from, ...fields } = readQuery(c, query);
  const now = clock();
  const page = { limit: PAGE_SIZE + 1, after: from ?? null, now };
  const rows = isFilterWrong(c) ? [] : await listReviews(db, scope, page, filterOf(fields, now));
  const { shown, first, older } = paged(c, to(c, "reviews"), rows, ({ verification }) => verification.id);
  const [documents, members, reasons] = await Promise.all([
    documentsOf(
      c,
      shown.map(({ verification }) => verification),
    ),
    listMembers(db, scope.tenantId),
    countReviewReasons(db, scope, MOST_COUNTED),
  ]);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  const mayTake = viewerMay(c, "verification.review") && shown.length > 0;
  return showPage(
    c,
    { title: "Review queue", actions: mayTake && <TakeNext c={c} fields={fields} /> },
    <>
      <QueueFilter c={c} reasons={reasons} />
      {shown.length === 0 ? (
        <NoReviews c={c} isFiltered={Object.values(fields).some((value) => value !== undefined)} />
      ) : (
        <Table
          label="Verifications in review: contested decisions first, then longest waiting first"
          head={["Person", "Document", "Why", "Waiting", "Claimed"]}
          rows={shown.map((row) =>
            queueRow(c, row, documents.get(row.verification.id) ?? null, { names, now }),
          )}
        />
      )}
      <Pager first={first} older={older} />
    </>,
  );
}

function NoReviews({ c, isFiltered }: { c: DashboardContext; isFiltered: boolean }) {
  if (isFilterWrong(c)) {
    return <Empty title="The filter is not valid">Correct the marked field to see the list.</Empty>;
  }
  if (isFiltered) {
    return (
      <Empty title="No case matches this filter">
        <a href={to(c, "reviews")}>Clear the filter</a>
      </Empty>
    );
  }
  return (
    <Empty title="The review queue is empty">
      A verification is listed here if no step failed and at least one needs a person's decision, and if a
      declined person contests the decision.
    </Empty>
  );
}

interface Surroundings {
  readonly names: ReadonlyMap<string, string>;
  readonly now: number;
}

function queueRow(
  c: DashboardContext,
  { verification, claim, documentType, locale }: ReviewRow,
  document: DocumentData | null,
  { names, now }: Surroundings,
) {
  const { decisionReasons, completedAt, proposal, contestedAt } = verification;
  const since = contestedAt ?? completedAt;
  return [
    <VerificationLink c={c} of={verification} document={document} />,
    <>
      {documentType === null ? "–" : capital(words(documentType))}
      {locale !== null && <span class="under soft">{languageWords(locale)}</span>}
    </>,
    <>
      {contestedAt !== null && <Badge tone="warn">contested</Badge>}
      <ReasonList of={decisionReasons} />
    </>,
    since === null ? (
      ""
    ) : (
      <>
        {wait(now - since)}
        <span class="under soft">
          since <Time at={since} />
        </span>
      </>
    ),
    <>
      {claim === null ? <span class="soft">–</span> : (names.get(claim.by) ?? claim.by)}
      {claim !== null && (
        <span class="under soft">
          until <Time at={claim.until} />
        </span>
      )}
      {proposal !== null && (
        <span class="under soft">
          {names.get(proposal.by) ?? proposal.by} proposed: {words(proposal.ruling)}
        </span>
      )}
    </>,
  ];
}

/** `reasons`: those in the queue, each with its number of reviews. */
function QueueFilter({ c, reasons }: { c: DashboardContext; reasons: ReadonlyMap<string, number> }) {
  const value = (name: string) => c.req.query(name) ?? "";
  const offered = FILTER_REASONS.filter((code) => reasons.has(code) || code === value("reason"));
  return (
    <Filter c={c}>
      <Select
        label="Reason"
        name="reason"
        options={[
          ["", "Any"],
          ...offered.map(
            (code) => [code, `${reasonWords(code).replaceAll("`", "")} (${reasons.get(code) ?? 0})`] as const,
          ),
        ]}
        chosen={value("reason")}
      />
      <Select
        label="Waiting for at least"
        name="waiting"
        options={[["", "Any time"], ...AGES]}
        chosen={value("waiting")}
      />
      <Select
        label="Document"
        name="document_type"
        options={[["", "Any"], ...DOCUMENT_TYPES.map((type) => [type, words(type)] as const)]}
        chosen={value("document_type")}
      />
      <Field label="Language" name="locale" value={value("locale")} maxlength={16} placeholder="en" />
    </Filter>
  );
}
