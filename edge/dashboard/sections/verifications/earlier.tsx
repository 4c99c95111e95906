import { listVerifications } from "../../../store/verifications/verifications.ts";
import type { Verification } from "../../../verification/types.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { State } from "../../ui/labels.tsx";
import { Panel, Time } from "../../ui/parts.tsx";
import { ReasonList } from "./findings.tsx";

/** Maximum number of earlier verifications, newest first. */
const SHOWN = 5;

/** Earlier verifications under the same reference; none for an erased person. */
export async function findEarlier(
  c: DashboardContext,
  { id, customerRef }: Verification,
): Promise<readonly Verification[]> {
  if (customerRef === "") return [];
  const { db, clock } = c.var.services;
  return listVerifications(db, c.var.scope, { limit: SHOWN, before: id, now: clock() }, { customerRef });
}

/** The person's earlier verifications with decision and reasons; nothing without any. */
export function Earlier({ c, of }: { c: DashboardContext; of: readonly Verification[] }) {
  if (of.length === 0) return null;
  return (
    <Panel title="Earlier verifications of this person">
      <ul class="plain">
        {of.map(({ id, status, decision, decisionReasons, createdAt }) => (
          <li>
            <Time at={createdAt} />{" "}
            <a class="mono" href={to(c, "verifications", id)}>
              {id}
            </a>{" "}
            <State of={decision ?? status} /> <ReasonList of={decisionReasons} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
