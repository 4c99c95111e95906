import { countVerifications, listVerifications } from "../../../store/verifications/verifications.ts";
import { expireIfDue } from "../../../verification/machine.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { Pager } from "../../ui/parts.tsx";
import { documentsOf } from "../../ui/person.tsx";
import { isFilterWrong, PAGE_SIZE, paged, readQuery } from "../../ui/query.ts";
import { claimAction } from "./claim.tsx";
import { linkAction } from "./link.tsx";
import { Counted, Export, listActions, VerificationTable } from "./list.tsx";
import { filterOf, ListForm, listQuery, NoRows } from "./list-form.tsx";
import { reviewAction } from "./review.tsx";
import { showVerification } from "./verification.tsx";

/** The verifications of the tenant and mode, the page of each with its history, and a reviewer's decision. */
export const verifications = createPages()
  .get("/", (c) => show(c))
  .route("/", listActions)
  .get("/:id", (c) => showVerification(c, c.req.param("id")))
  .route("/", reviewAction)
  .route("/", claimAction)
  .route("/", linkAction);

/** Most verifications that a list counts. */
const MOST_COUNTED = 500;

async function show(c: DashboardContext) {
  const { db, clock } = c.var.services;
  const { scope } = c.var;
  const { from, ...fields } = readQuery(c, listQuery);
  const now = clock();
  const filter = filterOf(fields);
  const page = { limit: PAGE_SIZE + 1, before: from ?? null, now };
  const [rows, count] = isFilterWrong(c)
    ? [[], 0]
    : await Promise.all([
        listVerifications(db, scope, page, filter),
        countVerifications(db, scope, { most: MOST_COUNTED, now }, filter),
      ]);
  const { shown, ...pages } = paged(c, to(c, "verifications"), rows, ({ id }) => id);
  const documents = await documentsOf(c, shown);
  return showPage(
    c,
    { title: "Verifications", actions: !isFilterWrong(c) && <Export c={c} fields={c.req.query()} /> },
    <>
      <ListForm c={c} />
      {shown.length === 0 ? (
        <NoRows c={c} text={`No verification in ${c.var.mode} mode matches the filter.`} />
      ) : (
        <>
          <Counted n={count} most={MOST_COUNTED} />
          <VerificationTable c={c} rows={shown.map((row) => expireIfDue(row, now))} documents={documents} />
        </>
      )}
      <Pager {...pages} />
    </>,
  );
}
