import { z } from "zod";
import { listReviewQueue } from "../../../store/verifications/history.ts";
import type { Verification } from "../../../verification/types.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { capital, duration, words } from "../../ui/labels.tsx";
import { Empty, Pager, Table, Time } from "../../ui/parts.tsx";
import { type DocumentData, documentsOf, VerificationLink } from "../../ui/person.tsx";
import { fromId, PAGE_SIZE, paged, readQuery } from "../../ui/query.ts";

const query = z.object({ from: fromId("verification") });

/** Verifications that await a review, longest waiting first. */
export const reviews = createPages().get("/", (c) => show(c));

async function show(c: DashboardContext) {
  const { db, clock } = c.var.services;
  const { from } = readQuery(c, query);
  const rows = await listReviewQueue(db, c.var.scope, { limit: PAGE_SIZE + 1, after: from ?? null });
  const { shown, first, older: later } = paged(c, to(c, "reviews"), rows, ({ id }) => id);
  const now = clock();
  const documents = await documentsOf(c, shown);
  return showPage(
    c,
    { title: "Review queue" },
    shown.length === 0 ? (
      <Empty title="The review queue is empty">
        A verification is listed here if no step failed and at least one needs a person's decision.
      </Empty>
    ) : (
      <>
        <Table
          label="Verifications in review, longest waiting first"
          head={["Person", "Document", "Why", "Waiting", "Completed"]}
          rows={shown.map((row) => queueRow(c, row, documents.get(row.id) ?? null, now))}
        />
        <Pager first={first} older={later} />
      </>
    ),
  );
}

function queueRow(
  c: DashboardContext,
  verification: Verification,
  document: DocumentData | null,
  now: number,
) {
  const { steps, completedAt } = verification;
  const inReview = steps.filter(({ status }) => status === "review");
  return [
    <VerificationLink c={c} of={verification} document={document} />,
    document === null ? "–" : capital(words(document.type)),
    <span class="text">
      {inReview.map(({ name, reason }) => `${capital(words(name))}: ${words(reason ?? "review")}`).join("; ")}
    </span>,
    completedAt === null ? "" : duration(now - completedAt),
    <Time at={completedAt} />,
  ];
}
