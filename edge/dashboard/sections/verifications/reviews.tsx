import { z } from "zod";
import { DOCUMENT_TYPES } from "../../../../vocabulary/document-types.ts";
import { listMembers } from "../../../store/accounts/members.ts";
import { listReviews, type ReviewRow } from "../../../store/verifications/reviews.ts";
import { ruledStatuses } from "../../../verification/contest.ts";
import { DOCUMENT_TEXTS } from "../../../verification/reasons/document.ts";
import { FACE_MATCH_TEXTS, LIVENESS_TEXTS } from "../../../verification/reasons/face.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { capital, duration, words } from "../../ui/labels.tsx";
import { Badge, Empty, Field, Pager, Select, Table, Time } from "../../ui/parts.tsx";
import { type DocumentData, documentsOf, VerificationLink } from "../../ui/person.tsx";
import { fromId, PAGE_SIZE, paged, readQuery } from "../../ui/query.ts";
import { AGES, FILTER_FIELDS, filterOf, TakeNext, takeNextAction } from "./take-next.tsx";

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
  const rows = await listReviews(db, scope, page, filterOf(fields, now));
  const { shown, first, older } = paged(c, to(c, "reviews"), rows, ({ verification }) => verification.id);
  const [documents, members] = await Promise.all([
    documentsOf(
      c,
      shown.map(({ verification }) => verification),
    ),
    listMembers(db, scope.tenantId),
  ]);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  const mayTake = viewerMay(c, "verification.review") && shown.length > 0;
  return showPage(
    c,
    { title: "Review queue", actions: mayTake && <TakeNext c={c} fields={fields} /> },
    <>
      <Filter c={c} />
      {shown.length === 0 ? (
        <Empty title="The review queue is empty">
          A verification is listed here if no step failed and at least one needs a person's decision, and if a
          declined person contests the decision.
        </Empty>
      ) : (
        <Table
          label="Verifications in review: contested decisions first, then longest waiting first"
          head={["Person", "Document", "Why", "Waiting", "Claimed", "Completed"]}
          rows={shown.map((row) =>
            queueRow(c, row, documents.get(row.verification.id) ?? null, { names, now }),
          )}
        />
      )}
      <Pager first={first} older={older} />
    </>,
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
  const { steps, completedAt, proposal, contestedAt } = verification;
  const statuses = ruledStatuses(verification);
  const inReview = steps.filter(({ status }) => statuses.includes(status));
  return [
    <VerificationLink c={c} of={verification} document={document} />,
    <>
      {documentType === null ? "–" : capital(words(documentType))}
      {locale !== null && <span class="under soft">language {locale}</span>}
    </>,
    <span class="text">
      {contestedAt !== null && <Badge tone="warn">contested</Badge>}{" "}
      {inReview.map(({ name, reason }) => `${capital(words(name))}: ${words(reason ?? "review")}`).join("; ")}
    </span>,
    completedAt === null ? "" : duration(now - (contestedAt ?? completedAt)),
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
    <Time at={completedAt} />,
  ];
}

/** The codes of the reasons that a step may have. */
const REASONS = Object.keys({ ...DOCUMENT_TEXTS, ...LIVENESS_TEXTS, ...FACE_MATCH_TEXTS });

function Filter({ c }: { c: DashboardContext }) {
  const value = (name: string) => c.req.query(name) ?? "";
  return (
    <search class="panel">
      <form method="get" class="row">
        <Field label="Reason" name="reason" value={value("reason")} maxlength={64} list="reasons" />
        <datalist id="reasons">
          {REASONS.map((code) => (
            <option value={code}>{words(code)}</option>
          ))}
        </datalist>
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
        <Field label="Language, such as en" name="locale" value={value("locale")} maxlength={16} />
        <button type="submit">Filter</button>
      </form>
    </search>
  );
}
