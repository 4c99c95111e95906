import { z } from "zod";
import { DECISIONS, STATUSES } from "../../../../vocabulary/verifications.ts";
import { listVerifications } from "../../../store/verifications/verifications.ts";
import { expireIfDue } from "../../../verification/machine.ts";
import type { Verification } from "../../../verification/types.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { capital, reasonWords, State, words } from "../../ui/labels.tsx";
import { Empty, Field, Pager, Select, Table, Time } from "../../ui/parts.tsx";
import { type DocumentData, documentsOf, VerificationLink } from "../../ui/person.tsx";
import { dayField, fromId, PAGE_SIZE, paged, readQuery } from "../../ui/query.ts";
import { linkAction } from "./link.tsx";
import { reviewAction } from "./review.tsx";
import { showVerification } from "./verification.tsx";

const DAY_MS = 86_400_000;

const query = z.object({
  status: z.enum(STATUSES).optional(),
  decision: z.enum(DECISIONS).optional(),
  customer_ref: z.string().max(255).optional(),
  since: dayField,
  until: dayField,
  from: fromId("verification"),
});

/** The verifications of the tenant and mode, the page of each with its history, and a reviewer's decision. */
export const verifications = createPages()
  .get("/", (c) => show(c))
  .get("/:id", (c) => showVerification(c, c.req.param("id")))
  .route("/", reviewAction)
  .route("/", linkAction);

async function show(c: DashboardContext) {
  const { db, clock } = c.var.services;
  const { status, decision, customer_ref: customerRef, since, until, from } = readQuery(c, query);
  // `until` includes the whole day that the viewer chose.
  const filter = { status, decision, customerRef, since, until: until && until + DAY_MS };
  const now = clock();
  const page = { limit: PAGE_SIZE + 1, before: from ?? null, now };
  const rows = await listVerifications(db, c.var.scope, page, filter);
  const { shown, ...pages } = paged(c, to(c, "verifications"), rows, ({ id }) => id);
  const documents = await documentsOf(c, shown);
  return showPage(
    c,
    { title: "Verifications" },
    <>
      <Filter c={c} />
      {shown.length === 0 ? (
        <Empty title="No verifications">No verification in {c.var.mode} mode matches the filter.</Empty>
      ) : (
        <Table
          label="Verifications"
          head={["Person", "Document", "Status", "Decision", "Reason", "Created"]}
          rows={shown.map((row) => verificationRow(c, expireIfDue(row, now), documents.get(row.id) ?? null))}
        />
      )}
      <Pager {...pages} />
    </>,
  );
}

function verificationRow(c: DashboardContext, row: Verification, document: DocumentData | null) {
  return [
    <VerificationLink c={c} of={row} document={document} />,
    document === null ? "–" : capital(words(document.type)),
    <State of={row.status} />,
    <State of={row.decision} />,
    <span class="text narrow">
      {[...new Set(row.decisionReasons.map(({ code }) => reasonWords(code)))].join(". ")}
    </span>,
    <Time at={row.createdAt} />,
  ];
}

function Filter({ c }: { c: DashboardContext }) {
  const value = (name: string) => c.req.query(name) ?? "";
  return (
    <search class="panel">
      <form method="get" class="row">
        <Select label="Status" name="status" options={anyOf(STATUSES)} chosen={value("status")} />
        <Select label="Decision" name="decision" options={anyOf(DECISIONS)} chosen={value("decision")} />
        <Field label="Customer reference" name="customer_ref" value={value("customer_ref")} maxlength={255} />
        <Field label="Created from (UTC)" name="since" type="date" value={value("since")} />
        <Field label="Created until (UTC)" name="until" type="date" value={value("until")} />
        <button type="submit">Filter</button>
      </form>
    </search>
  );
}

const anyOf = (of: readonly string[]) =>
  [["", "Any"], ...of.map((each) => [each, words(each)] as const)] as const;
