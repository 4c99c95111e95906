import { z } from "zod";
import { searchedTerms } from "../../../operations/search-index.ts";
import { logExport } from "../../../operations/verifications/export.ts";
import { dayOf } from "../../../store/results/tallies.ts";
import {
  listVerifications,
  loadVerification,
  type VerificationFilter,
} from "../../../store/verifications/verifications.ts";
import { expireIfDue } from "../../../verification/machine.ts";
import type { Verification } from "../../../verification/types.ts";
import { carried, carryTo } from "../../shell/carried.ts";
import { createPages, type DashboardContext, inMode, PageError, to, withQuery } from "../../shell/context.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, seesPersonalData, viewerMay } from "../../shell/roles.ts";
import { csv } from "../../ui/csv.ts";
import { capital, State, words } from "../../ui/labels.tsx";
import { Table, Time } from "../../ui/parts.tsx";
import { type DocumentData, documentsOf, nameIn, VerificationLink } from "../../ui/person.tsx";
import { isFilterWrong, readQuery } from "../../ui/query.ts";
import { ReasonList, reasonTexts } from "./findings.tsx";
import {
  filterOf,
  isFiltered,
  LIST_FILTER,
  ListForm,
  listQuery,
  NoRows,
  SEARCHED,
  searchForm,
} from "./list-form.tsx";

/** Most verifications that a search finds: the newest. */
const FOUND = 100;

/** Most verifications in one export: the newest. Read page by page. */
const EXPORTED = 5_000;
const EXPORT_PAGE = 500;

/**
 * The search for a name or number, and the export of a list as CSV. Both are forms that post: a name does not
 * belong in an address, and an export is in the audit log.
 */
export const listActions = createPages()
  .post("/search", allow("verification.search"), async (c) => {
    const { text, ...filter } = await readForm(c, searchForm);
    const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
    return text === ""
      ? c.redirect(withQuery(to(c, "verifications"), query), 303)
      : carryTo(c, to(c, "verifications", "search"), text, "search", query);
  })
  .get("/search", allow("verification.search"), async (c) => {
    if (!seesPersonalData(c)) throw new PageError(403, "Your organization hides personal data from viewers.");
    const text = await carried(c, "search");
    return text === null ? c.redirect(to(c, "verifications"), 303) : showFound(c, text);
  })
  .get("/export", allow("verification.export"), (c) => c.redirect(to(c, "verifications"), 303))
  .post("/export", allow("verification.export"), async (c) => {
    const given = z.strictObject({ ...LIST_FILTER, text: SEARCHED.optional() });
    const { text, ...fields } = await readForm(c, given);
    const filter = filterOf(fields);
    const rows = text === undefined ? await listed(c, filter) : await found(c, text, filter);
    await logExport(inMode(c), { rows: rows.length });
    const table = await csvOf(c, rows);
    return c.body(table, 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="verifications-${c.var.mode}-${dayOf(c.var.services.clock())}.csv"`,
    });
  });

/** Whether a verification is under the filter. */
const isUnder = (of: Verification, { status, decision, customerRef, since, until }: VerificationFilter) =>
  (status === undefined || of.status === status) &&
  (decision === undefined || of.decision === decision) &&
  (customerRef === undefined || of.customerRef === customerRef) &&
  (since === undefined || of.createdAt >= since) &&
  (until === undefined || of.createdAt < until);

/** The verifications under the filter with this name, number, reference or id. */
async function found(c: DashboardContext, text: string, filter: VerificationFilter): Promise<Verification[]> {
  const { db, clock } = c.var.services;
  const { scope } = c.var;
  const page = { limit: FOUND, before: null, now: clock() };
  const terms = await searchedTerms(inMode(c), /\d/.test(text) ? { number: text } : { name: text });
  const isOther = filter.customerRef !== undefined && filter.customerRef !== text;
  const [read, referenced, named] = await Promise.all([
    terms === null ? [] : listVerifications(db, scope, page, { ...filter, terms }),
    text === "" || isOther ? [] : listVerifications(db, scope, page, { ...filter, customerRef: text }),
    loadVerification(db, scope, text),
  ]);
  const all = [...read, ...referenced, ...(named === undefined ? [] : [named])].map((row) =>
    expireIfDue(row, page.now),
  );
  return [...new Map(all.map((row) => [row.id, row])).values()]
    .filter((row) => isUnder(row, filter))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, FOUND);
}

async function showFound(c: DashboardContext, text: string) {
  const filter = filterOf(readQuery(c, listQuery));
  const rows = isFilterWrong(c) ? [] : await found(c, text, filter);
  const documents = await documentsOf(c, rows);
  return showPage(
    c,
    {
      title: "Search results",
      back: { href: to(c, "verifications"), text: "Verifications" },
      actions: rows.length > 0 && <Export c={c} fields={{ ...c.req.query(), text }} />,
    },
    <>
      <ListForm c={c} text={text} />
      {rows.length === 0 ? (
        <NoRows
          c={c}
          text={`No verification${isFiltered(c) ? " under this filter" : ""} matches “${text}”. Enter whole words of a name: “Lindqvist”, not “Lindq”.`}
        />
      ) : (
        <>
          <Counted n={rows.length} most={FOUND} />
          <VerificationTable c={c} rows={rows} documents={documents} />
        </>
      )}
      {rows.length === FOUND && <p class="hint">These are the newest {FOUND}.</p>}
    </>,
  );
}

/** How many rows a list has; one with `most` may have more. */
export function Counted({ n, most }: { n: number; most: number }) {
  const shown = new Intl.NumberFormat("en").format(n);
  return (
    <p class="soft">{n === 1 ? "1 verification" : `${shown}${n < most ? "" : " or more"} verifications`}</p>
  );
}

/** The button that exports a list with these fields of its filter. */
export function Export({ c, fields }: { c: DashboardContext; fields: Readonly<Record<string, string>> }) {
  if (!viewerMay(c, "verification.export")) return null;
  const given = Object.entries(fields).filter(([name, value]) => name !== "from" && value !== "");
  return (
    <Form c={c} action={to(c, "verifications", "export")}>
      {given.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="plain">
        Export CSV
      </button>
    </Form>
  );
}

type Documents = ReadonlyMap<string, DocumentData | null>;

interface ListProps {
  readonly c: DashboardContext;
  readonly rows: readonly Verification[];
  readonly documents: Documents;
}

/** Verifications with the names and numbers of their documents. */
export function VerificationTable({ c, rows, documents }: ListProps) {
  return (
    <Table
      label="Verifications"
      head={["Person", "Document", "Status", "Decision", "Reason", "Created"]}
      rows={rows.map((row) => {
        const document = documents.get(row.id) ?? null;
        return [
          <VerificationLink c={c} of={row} document={document} />,
          document === null ? (
            "–"
          ) : (
            <>
              {capital(words(document.type))}
              <span class="under soft mono">{document.fields.document_number?.value}</span>
            </>
          ),
          <State of={row.status} />,
          <State of={row.decision} />,
          <ReasonList of={row.decisionReasons} most={1} />,
          <Time at={row.createdAt} />,
        ];
      })}
    />
  );
}

/** The newest verifications under a filter, as many as an export has. */
async function listed(c: DashboardContext, filter: VerificationFilter): Promise<Verification[]> {
  const { db, clock } = c.var.services;
  const now = clock();
  const all: Verification[] = [];
  for (let before: string | null = null; all.length < EXPORTED; ) {
    const page: Verification[] = await listVerifications(
      db,
      c.var.scope,
      { limit: EXPORT_PAGE, before, now },
      filter,
    );
    all.push(...page.map((row) => expireIfDue(row, now)));
    before = page.at(-1)?.id ?? null;
    if (page.length < EXPORT_PAGE) break;
  }
  return all;
}

const COLUMNS = [
  ...["id", "customer_ref", "name", "date_of_birth", "document_type", "document_number", "date_of_expiry"],
  ...["issuing_country", "status", "decision", "reasons", "reason_codes", "created_at", "completed_at"],
];

async function csvOf(c: DashboardContext, rows: readonly Verification[]): Promise<string> {
  const cells: (string | undefined)[][] = [];
  for (let from = 0; from < rows.length; from += EXPORT_PAGE) {
    const page = rows.slice(from, from + EXPORT_PAGE);
    const documents = await documentsOf(c, page);
    cells.push(...page.map((row) => cellsOf(row, documents.get(row.id) ?? null)));
  }
  return csv([COLUMNS, ...cells]);
}

function cellsOf(row: Verification, document: DocumentData | null): (string | undefined)[] {
  const { fields } = document ?? { fields: {} as DocumentData["fields"] };
  const codes = [...new Set(row.decisionReasons.map(({ code }) => code))];
  const time = (at: number | null) => (at === null ? undefined : new Date(at).toISOString());
  return [
    ...[row.id, row.customerRef, nameIn(fields) ?? undefined, fields.date_of_birth?.value],
    ...[document?.type, fields.document_number?.value, fields.date_of_expiry?.value],
    ...[fields.issuing_country?.value, row.status, row.decision ?? undefined],
    ...[reasonTexts(row.decisionReasons).join("; "), codes.join(" ")],
    ...[time(row.createdAt), time(row.completedAt)],
  ];
}
