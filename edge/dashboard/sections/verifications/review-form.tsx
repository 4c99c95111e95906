import { RULINGS, type Ruling } from "../../../../vocabulary/verifications.ts";
import { MAX_NOTE, type ReviewNote } from "../../../operations/verifications/review-note.ts";
import { REVIEW_REASONS, reasonsOf } from "../../../verification/review.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { viewerMay } from "../../shell/roles.ts";
import { Panel, Time } from "../../ui/parts.tsx";

/** The form for a reviewer's decision; other members read that a review is due. */
export function Review({ c, id }: { c: DashboardContext; id: string }) {
  if (!viewerMay(c, "verification.review")) {
    return <p class="flash warn">This verification waits for an admin's review.</p>;
  }
  return (
    <Panel title="This verification waits for your decision">
      <p>
        Look at the evidence on this page. A decision is final, and your server is told by
        verification.reviewed.
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
  const [field, note] = [`reason-${ruling}`, `note-${ruling}`];
  return (
    <Form c={c} action={to(c, "verifications", id, "review")}>
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
      <div class="field">
        <label for={note}>Note beside it (optional)</label>
        <textarea
          id={note}
          name="note"
          class="short"
          maxlength={MAX_NOTE}
          rows={3}
          aria-describedby={`${note}-hint`}
        />
        <p class="hint" id={`${note}-hint`}>
          For who may review here, and nobody else: no event, answer or log tells it.
        </p>
      </div>
      <button type="submit" class={tone}>
        {text}
      </button>
    </Form>
  );
}

/** The reviewer's note for other reviewers. */
export function Note({ note, names }: { note: ReviewNote; names: ReadonlyMap<string, string> }) {
  return (
    <Panel title="Reviewer's note">
      <p class="note">{note.text}</p>
      <p class="hint">
        {names.get(note.author) ?? note.author}, <Time at={note.at} />
      </p>
    </Panel>
  );
}
