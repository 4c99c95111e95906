import { existingPolicy } from "../../../operations/policies/policies.ts";
import type { ReplayReport } from "../../../operations/policies/replay.ts";
import { MADE_WITH } from "../../../schemas/policies.ts";
import { listVersions, type PolicyRow, type PolicyVersion } from "../../../store/verifications/policies.ts";
import { type Policy, policySchema } from "../../../verification/policy.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { Badge, Facts, Panel, Select, Table, Time } from "../../ui/parts.tsx";
import { differences, PolicyFields } from "./policy-fields.tsx";
import { Replayed } from "./replayed.tsx";

/** Days whose decisions the page replays. */
export const DAYS = 30;

/** A draft of the next version, and what it would have changed. */
interface Draft {
  readonly policy: Policy;
  readonly report: ReplayReport;
}

/** One policy: its versions with their differences, and the form for the next one. */
export async function showPolicy(c: DashboardContext, id: string, draft?: Draft) {
  const { db } = c.var.services;
  const row = await existingPolicy(db, c.var.scope, id);
  const versions = await listVersions(db, c.var.scope, id);
  const last = versions.find(({ version }) => version === row.version)!;
  const mayChange = viewerMay(c, "policy.change") && row.archivedAt === null;
  return showPage(
    c,
    {
      title: row.name,
      back: { href: to(c, "policies"), text: "Policies" },
      actions: mayChange && <Archive c={c} id={id} />,
    },
    <>
      {draft !== undefined && <Replayed report={draft.report} days={DAYS} />}
      <Panel title="Policy">
        <Facts
          of={[
            ["Id", <code>{row.id}</code>],
            ["State", <PolicyState row={row} />],
            ["Last version", String(row.version)],
            ["Created", <Time at={row.createdAt} />],
          ]}
        />
      </Panel>
      <Versions versions={versions} />
      {mayChange && <NextVersion c={c} row={row} policy={draft?.policy ?? last.policy} />}
    </>,
  );
}

export const PolicyState = ({ row }: { row: Pick<PolicyRow, "archivedAt"> }) =>
  row.archivedAt === null ? <Badge tone="good">in use</Badge> : <Badge tone="plain">archived</Badge>;

function Archive({ c, id }: { c: DashboardContext; id: string }) {
  return (
    <Form c={c} action={to(c, "policies", id, "archive")}>
      <button type="submit" class="plain">
        Archive for good
      </button>
    </Form>
  );
}

/** Newest first, each with what it changes of the one before; the first one, of the defaults. */
function Versions({ versions }: { versions: readonly PolicyVersion[] }) {
  const before = [policySchema.parse({}), ...versions.map(({ policy }) => policy)];
  return (
    <Table
      label="Versions"
      head={["Version", "Added", "Changes"]}
      rows={versions
        .map(({ version, createdAt, policy }, at) => [
          String(version),
          <Time at={createdAt} />,
          <Differences from={before[at]!} to={policy} />,
        ])
        .toReversed()}
    />
  );
}

function Differences({ from, to: after }: { from: Policy; to: Policy }) {
  const changed = differences(from, after);
  if (changed.length === 0) return <span class="soft">none</span>;
  return (
    <ul>
      {changed.map(([key, was, is]) => (
        <li>
          <code>{key}</code>: {was} → {is}
        </li>
      ))}
    </ul>
  );
}

function NextVersion({ c, row, policy }: { c: DashboardContext; row: PolicyRow; policy: Policy }) {
  return (
    <Panel title={`Version ${row.version + 1}`}>
      <p>
        Replay the draft first: it shows how many decisions of the last {DAYS} days it would have changed.
        Nothing changes until you add the version.
      </p>
      <Form c={c} action={to(c, "policies", row.id, "versions")}>
        <PolicyFields policy={policy} />
        <Select
          label="Decisions to replay"
          name="made_with"
          options={MADE_WITH.map((each) => [each, DECIDED[each]])}
          chosen="this_policy"
        />
        <div class="actions">
          <button type="submit" name="action" value="replay" class="plain">
            Replay the draft
          </button>
          <button type="submit" name="action" value="add">
            Add version {row.version + 1}
          </button>
        </div>
      </Form>
    </Panel>
  );
}

const DECIDED: Readonly<Record<(typeof MADE_WITH)[number], string>> = {
  this_policy: "those of this policy",
  any_policy: "all decisions of this mode",
};
