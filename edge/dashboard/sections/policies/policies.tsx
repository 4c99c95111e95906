import { z } from "zod";
import { DAY_MS } from "../../../core/clock.ts";
import { addVersion, archivePolicy, createPolicy } from "../../../operations/policies/policies.ts";
import { MOST_REPLAYED, requestReplay } from "../../../operations/policies/replay.ts";
import { MADE_WITH, newPolicy } from "../../../schemas/policies.ts";
import { listPolicies } from "../../../store/verifications/policies.ts";
import { type Policy, policySchema } from "../../../verification/policy.ts";
import { carried, carryTo } from "../../shell/carried.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Empty, Field, Panel, Reference, Table, Time } from "../../ui/parts.tsx";
import { DAYS, PolicyState, showPolicy } from "./policy.tsx";
import { PolicyFields, policyForm } from "./policy-fields.tsx";

const SHOWN = 100;

const creation = policyForm({ name: newPolicy.shape.name });
const next = policyForm({ made_with: z.enum(MADE_WITH), action: z.enum(["replay", "add"]) });

/** A draft that the form has carried to its page. */
const carriedDraft = z.object({ policy: policySchema, made_with: z.enum(MADE_WITH) });

/** The named policies of one mode, their versions and replays. */
export const policies = createPages()
  .get("/", async (c) => showPolicies(c))
  .post("/", allow("policy.change"), async (c) => {
    const { policy, others } = await readForm(c, creation);
    const { row } = await createPolicy(inMode(c), { name: others.name, policy });
    return redirect(c, to(c, "policies", row.id), done("The policy is created."));
  })
  .get("/:id", (c) => showPolicy(c, c.req.param("id")))
  .post("/:id/versions", allow("policy.change"), async (c) => {
    const id = c.req.param("id");
    const { policy, others } = await readForm(c, next);
    if (others.action === "replay") {
      const draft = JSON.stringify({ policy, made_with: others.made_with });
      return carryTo(c, to(c, "policies", id, "draft"), draft, "search");
    }
    const { row } = await addVersion(inMode(c), { id, policy });
    return redirect(c, to(c, "policies", id), done(`Version ${row.version} is in use.`));
  })
  .get("/:id/draft", allow("policy.change"), async (c) => {
    const id = c.req.param("id");
    const text = await carried(c, "search");
    if (text === null) return redirect(c, to(c, "policies", id));
    const { policy, made_with } = carriedDraft.parse(JSON.parse(text));
    const report = await replayOf(c, policy, made_with === "this_policy" ? id : null);
    return showPolicy(c, id, { policy, report });
  })
  .post("/:id/archive", allow("policy.change"), async (c) => {
    await archivePolicy(inMode(c), { id: c.req.param("id") });
    return redirect(c, to(c, "policies"), done("The policy is archived."));
  });

function replayOf(c: DashboardContext, policy: Policy, policyId: string | null) {
  const { services, scope } = c.var;
  const until = services.clock();
  return requestReplay(services, scope, {
    ...{ policy, policyId, until, since: until - DAYS * DAY_MS },
    ...{ limit: MOST_REPLAYED, before: null },
  });
}

async function showPolicies(c: DashboardContext) {
  const rows = await listPolicies(c.var.services.db, c.var.scope, { limit: SHOWN, before: null });
  return showPage(
    c,
    { title: "Policies", actions: <Reference at="#group-policies" /> },
    <>
      {rows.length === 0 ? (
        <Empty title="No policies yet">
          A policy says what an end user has to pass. Name it in <code>policy_id</code> when you create a
          verification.
        </Empty>
      ) : (
        <Table
          label="Policies"
          head={["Name", "Id", "Last version", "State", "Changed"]}
          rows={rows.map((row) => [
            <a href={to(c, "policies", row.id)}>{row.name}</a>,
            <code>{row.id}</code>,
            String(row.version),
            <PolicyState row={row} />,
            <Time at={row.updatedAt} />,
          ])}
        />
      )}
      {viewerMay(c, "policy.change") && (
        <Panel title={`Create a ${c.var.mode} policy`}>
          <Form c={c} action={to(c, "policies")}>
            <Field label="Name" name="name" required maxlength={100} hint="Your own name for the policy." />
            <PolicyFields policy={policySchema.parse({})} />
            <button type="submit">Create policy</button>
          </Form>
        </Panel>
      )}
    </>,
  );
}
