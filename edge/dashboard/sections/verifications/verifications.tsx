import { z } from "zod";
import { DECISIONS, STATUSES } from "../../../../vocabulary/verifications.ts";
import { listVerifications } from "../../../store/verifications/verifications.ts";
import { expireIfDue } from "../../../verification/machine.ts";
import { inOrder } from "../../form/fields.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { Filter } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { words } from "../../ui/labels.tsx";
import { Empty, Field, Pager, Select } from "../../ui/parts.tsx";
import { documentsOf } from "../../ui/person.tsx";
import { fromId, isFilterWrong, PAGE_SIZE, paged, readQuery } from "../../ui/query.ts";
import { claimAction } from "./claim.tsx";
import { linkAction } from "./link.tsx";
import { Export, filterOf, LIST_FILTER, listActions, Search, VerificationTable } from "./list.tsx";
import { reviewAction } from "./review.tsx";
import { showVerification } from "./verification.tsx";

const query = z
  .object({ ...LIST_FILTER, from: fromId("verification") })
  .refine(inOrder, { path: ["until"], message: "must not be before “Created from”" });

/** The verifications of the tenant and mode, the page of each with its history, and a reviewer's decision. */
export const verifications = createPages()
  .get("/", (c) => show(c))
  .route("/", listActions)
  .get("/:id", (c) => showVerification(c, c.req.param("id")))
  .route("/", reviewAction)
  .route("/", claimAction)
  .route("/", linkAction);

async function show(c: DashboardContext) {
  const { db, clock } = c.var.services;
  const { from, ...fields } = readQuery(c, query);
  const now = clock();
  const page = { limit: PAGE_SIZE + 1, before: from ?? null, now };
  const rows = isFilterWrong(c) ? [] : await listVerifications(db, c.var.scope, page, filterOf(fields));
  const { shown, ...pages } = paged(c, to(c, "verifications"), rows, ({ id }) => id);
  const documents = await documentsOf(c, shown);
  return showPage(
    c,
    { title: "Verifications", actions: !isFilterWrong(c) && <Export c={c} fields={c.req.query()} /> },
    <>
      <Search c={c} text="" />
      <ListFilter c={c} />
      {shown.length === 0 ? (
        <Empty title={isFilterWrong(c) ? "The filter is not valid" : "No verifications"}>
          {isFilterWrong(c)
            ? "Correct the marked field to see the list."
            : `No verification in ${c.var.mode} mode matches the filter.`}
        </Empty>
      ) : (
        <VerificationTable c={c} rows={shown.map((row) => expireIfDue(row, now))} documents={documents} />
      )}
      <Pager {...pages} />
    </>,
  );
}

function ListFilter({ c }: { c: DashboardContext }) {
  const value = (name: string) => c.req.query(name) ?? "";
  return (
    <Filter c={c}>
      <Select label="Status" name="status" options={anyOf(STATUSES)} chosen={value("status")} />
      <Select label="Decision" name="decision" options={anyOf(DECISIONS)} chosen={value("decision")} />
      <Field label="Customer reference" name="customer_ref" value={value("customer_ref")} maxlength={255} />
      <Field label="Created from (UTC)" name="since" type="date" value={value("since")} />
      <Field label="Created until (UTC)" name="until" type="date" value={value("until")} />
    </Filter>
  );
}

const anyOf = (of: readonly string[]) =>
  [["", "Any"], ...of.map((each) => [each, words(each)] as const)] as const;
