import { z } from "zod";
import { listMembers } from "../../../store/accounts/members.ts";
import { listAudit } from "../../../store/audit/audit.ts";
import type { ChainedEntry } from "../../../store/audit/chain.ts";
import { createPages, type DashboardContext, to } from "../../shell/context.ts";
import { Filter } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Empty, Field, Pager, Table, Time } from "../../ui/parts.tsx";
import { isFilterWrong, PAGE_SIZE, paged, readQuery } from "../../ui/query.ts";
import { exportLog, showVerdict } from "./audit-check.tsx";

const query = z.object({
  action: z.string().max(100).optional(),
  actor: z.string().max(100).optional(),
  target: z.string().max(100).optional(),
  from: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/** The audit log of both modes: list, check and export. */
export const audit = createPages()
  .get("/", (c) => show(c))
  .get("/verify", (c) => showVerdict(c))
  .get("/export", allow("audit.export"), (c) => exportLog(c));

async function show(c: DashboardContext) {
  const { db } = c.var.services;
  const { tenantId } = c.var.viewer;
  const { from, ...filter } = readQuery(c, query);
  const [rows, members] = await Promise.all([
    isFilterWrong(c) ? [] : listAudit(db, tenantId, { limit: PAGE_SIZE + 1, before: from ?? null }, filter),
    listMembers(db, tenantId),
  ]);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  const { shown, ...pages } = paged(c, to(c, "audit"), rows, ({ n }) => `${n}`);
  return showPage(
    c,
    { title: "Audit log", actions: <Actions c={c} /> },
    <>
      <LogFilter c={c} />
      {shown.length === 0 ? (
        <Empty title={isFilterWrong(c) ? "The filter is not valid" : "No entries"}>
          {isFilterWrong(c) ? "Correct the marked field to see the log." : "No entry matches the filter."}
        </Empty>
      ) : (
        <Table
          label="Audit log, newest first"
          head={["No.", "Time", "Actor / IP address", "Action and target", "Mode", "Before and after"]}
          rows={shown.map((entry) => entryRow(entry, names))}
        />
      )}
      <Pager {...pages} />
    </>,
  );
}

const Actions = ({ c }: { c: DashboardContext }) => (
  <>
    <a class="button plain" href={to(c, "audit", "verify")}>
      Verify the chain
    </a>
    {viewerMay(c, "audit.export") && (
      <a class="button plain" href={to(c, "audit", "export")}>
        Export
      </a>
    )}
  </>
);

function LogFilter({ c }: { c: DashboardContext }) {
  const value = (name: string) => c.req.query(name) ?? "";
  return (
    <Filter c={c}>
      <Field label="Action begins with" name="action" value={value("action")} placeholder="webhook." />
      <Field label="Actor (id)" name="actor" value={value("actor")} />
      <Field label="Target (id)" name="target" value={value("target")} />
    </Filter>
  );
}

function entryRow(entry: ChainedEntry, names: ReadonlyMap<string, string>) {
  const { n, at, actor, address, action, target, mode, before, after } = entry;
  return [
    n,
    <Time at={at} />,
    <>
      <span class="text narrow" title={actor}>
        {names.get(actor) ?? actor}
      </span>
      <span class="text narrow soft under">{address ?? "no IP address"}</span>
    </>,
    <>
      <span>{action}</span>
      <code class="text narrow soft under">{target}</code>
    </>,
    mode ?? "both",
    <>
      <Facts label="Before" json={before} />
      <Facts label="After" json={after} />
    </>,
  ];
}

function Facts({ label, json }: { label: string; json: string | null }) {
  if (json === null) return null;
  return (
    <span class="text">
      <span class="soft">{label}</span> <code>{json}</code>
    </span>
  );
}
