import { REVIEW_REASONS, RULINGS, type Ruling, reasonsOf } from "../../verification/review.ts";
import { type DashboardContext, to } from "../context.ts";
import { Form } from "../forms.tsx";
import { Panel } from "../parts.tsx";
import { viewerMay } from "../roles.ts";

/** What a reviewer decides by; for other members, that somebody has to. */
export function Review({ c, id }: { c: DashboardContext; id: string }) {
  if (!viewerMay(c, "verification.review")) {
    return <p class="flash warn">This verification waits for an admin's review.</p>;
  }
  return (
    <Panel title="This verification waits for your decision">
      <p>
        Look at the evidence below. A decision is final, and your server is told by verification.reviewed.
      </p>
      <div class="columns">
        {RULINGS.map((ruling) => (
          <RulingForm c={c} id={id} ruling={ruling} />
        ))}
      </div>
    </Panel>
  );
}

const BUTTONS = {
  approved: { text: "Approve", tone: "" },
  declined: { text: "Decline", tone: "danger" },
} as const satisfies Record<Ruling, { text: string; tone: string }>;

function RulingForm({ c, id, ruling }: { c: DashboardContext; id: string; ruling: Ruling }) {
  const { text, tone } = BUTTONS[ruling];
  const field = `reason-${ruling}`;
  return (
    <Form c={c} action={to(c, "verifications", id, "review")} class="row">
      <input type="hidden" name="decision" value={ruling} />
      <div class="field">
        <label for={field}>Reason to {text.toLowerCase()}</label>
        <select id={field} name="reason" required>
          <option value="">Choose…</option>
          {reasonsOf(ruling).map((reason) => (
            <option value={reason}>{REVIEW_REASONS[reason].message}</option>
          ))}
        </select>
      </div>
      <button type="submit" class={tone}>
        {text}
      </button>
    </Form>
  );
}
