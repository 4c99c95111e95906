import { z } from "zod";
import type { ResultKind } from "../../../../vocabulary/enumerations.ts";
import { ApiError } from "../../../core/errors.ts";
import type { ResultRow } from "../../../store/results/results.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { CustomerRef, capital, State } from "../../ui/labels.tsx";
import { Empty, Facts, Pager, Panel, Table, Time } from "../../ui/parts.tsx";
import { nameOf, Person } from "../../ui/person.tsx";
import { fromId, PAGE_SIZE, paged, readQuery } from "../../ui/query.ts";
import { OutcomeLine, outcomeOf, RESULT_SECTIONS } from "../../ui/summary.tsx";
import { readPage, readResults } from "../../ui/visible-results.ts";
import { showCredential } from "./credential-result.tsx";
import { showDocument } from "./document-result.tsx";
import { showFaces } from "./face-result.tsx";
import { showFraud } from "./fraud-result.tsx";
import { showLiveness } from "./liveness-result.tsx";
import { showSigned } from "./signed-result.tsx";

/** The title of each kind's pages, and the component that shows a result of the kind. */
const PAGES = {
  ocr: { title: "Documents", idKind: "ocr", call: "POST /v1/ocr/scan", show: showDocument },
  fraud: { title: "Fraud", idKind: "fraud", call: "POST /v1/fraud/detect", show: showFraud },
  liveness: { title: "Liveness", idKind: "liveness", call: "POST /v1/liveness/check", show: showLiveness },
  face: { title: "Face comparisons", idKind: "faceMatch", call: "POST /v1/face/verify", show: showFaces },
  credential: {
    title: "Credentials",
    idKind: "credential",
    call: "POST /v1/verifications/:id/credentials",
    show: showCredential,
  },
  signed: { title: "Signed evidence", idKind: "signed", call: "POST /v1/chip/verify", show: showSigned },
} as const;

/** The list of results of one kind, newest first, and the page of each result. */
const pagesOf = (kind: ResultKind) =>
  createPages()
    .get("/", (c) => list(c, kind))
    .get("/:id", (c) => showResult(c, kind, c.req.param("id")));

export const documents = pagesOf("ocr");
export const fraud = pagesOf("fraud");
export const liveness = pagesOf("liveness");
export const faces = pagesOf("face");
export const signed = pagesOf("signed");
export const credentials = pagesOf("credential");

async function list(c: DashboardContext, kind: ResultKind) {
  const { title, idKind, call } = PAGES[kind];
  const { section } = RESULT_SECTIONS[kind];
  const { from } = readQuery(c, z.object({ from: fromId(idKind) }));
  const page = { limit: PAGE_SIZE + 1, before: from ?? null };
  const rows = await readPage(c, kind, page);
  const { shown, ...pages } = paged(c, to(c, section), rows, ({ id }) => id);
  return showPage(
    c,
    { title },
    shown.length === 0 ? (
      <Empty title="Nothing here yet">{call} creates results of this kind.</Empty>
    ) : (
      <>
        <Table
          label={title}
          head={["Result", "Outcome", "Person", "Verification", "Created"]}
          rows={shown.map((row) => resultRow(c, row))}
        />
        <Pager {...pages} />
      </>
    ),
  );
}

function resultRow(c: DashboardContext, row: ResultRow) {
  return [
    <a class="mono" href={to(c, RESULT_SECTIONS[row.kind].section, row.id)}>
      {row.id}
    </a>,
    <OutcomeLine row={row} />,
    <Person name={nameOf(row)} customerRef={row.customerRef} />,
    <VerificationLink c={c} id={row.verificationId} />,
    <Time at={row.createdAt} />,
  ];
}

function VerificationLink({ c, id }: { c: DashboardContext; id: string | null }) {
  if (id === null) return <span class="soft">–</span>;
  return (
    <a class="mono" href={to(c, "verifications", id)}>
      {id}
    </a>
  );
}

async function showResult(c: DashboardContext, kind: ResultKind, id: string) {
  const row = (await readResults(c, [id])).get(id);
  if (row === undefined || row.kind !== kind) throw new ApiError("not_found", "There is no such result.");
  const outcome = outcomeOf(row);
  const evidence = await PAGES[kind].show(c, row);
  const { noun, section } = RESULT_SECTIONS[kind];
  return showPage(
    c,
    { title: capital(noun), back: { href: to(c, section), text: PAGES[kind].title } },
    <>
      <Panel title="Result">
        <Facts
          of={[
            ["Id", <code>{row.id}</code>],
            ["Outcome", <State of={outcome?.state ?? null} />],
            ["Detail", outcome?.detail ?? "erased"],
            ["Customer reference", <CustomerRef of={row.customerRef} />],
            ["Verification", <VerificationLink c={c} id={row.verificationId} />],
            ["Created", <Time at={row.createdAt} />],
          ]}
        />
      </Panel>
      {evidence ?? (
        <Empty title="Nothing more is kept">
          The details of this result were erased, or an earlier release wrote them.
        </Empty>
      )}
    </>,
  );
}
