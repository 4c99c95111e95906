import { z } from "zod";
import { listReviewQueue } from "../../../store/verifications/history.ts";
import type { Verification } from "../../../verification/types.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { CustomerRef, duration, words } from "../../ui/labels.tsx";
import { Empty, Pager, Table, Time } from "../../ui/parts.tsx";
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
  return showPage(
    c,
    { title: "Review queue" },
    shown.length === 0 ? (
      <Empty title="Nothing waits for a review">
        A verification comes here when no step failed and one needs a person to look at it.
      </Empty>
    ) : (
      <>
        <Table
          label="Verifications in review, longest waiting first"
          head={["Verification", "Customer", "Steps in review", "Waiting", "Completed"]}
          rows={shown.map((row) => queueRow(c, row, now))}
        />
        <Pager first={first} older={later} />
      </>
    ),
  );
}

function queueRow(c: DashboardContext, { id, customerRef, steps, completedAt }: Verification, now: number) {
  const inReview = steps.filter(({ status }) => status === "review");
  return [
    <a class="mono" href={to(c, "verifications", id)}>
      {id}
    </a>,
    <CustomerRef of={customerRef} />,
    inReview.map(({ name, reason }) => `${words(name)}: ${words(reason ?? "review")}`).join("; "),
    completedAt === null ? "" : duration(now - completedAt),
    <Time at={completedAt} />,
  ];
}
