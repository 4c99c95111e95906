import { z } from "zod";
import { RULINGS, type Ruling } from "../../../../vocabulary/verifications.ts";
import { MAX_NOTE, type ReviewNote, reviewVerification } from "../../../operations/verifications/review.ts";
import { REVIEW_REASONS, reasonsOf } from "../../../verification/review.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Panel, Select, TextField, Time } from "../../ui/parts.tsx";

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
  return (
    <Form c={c} action={to(c, "verifications", id, "review")}>
      <input type="hidden" name="decision" value={ruling} />
      <Select
        label={`Reason to ${text.toLowerCase()}`}
        id={`reason-${ruling}`}
        name="reason"
        required
        options={[
          ["", "Choose…"],
          ...reasonsOf(ruling).map((reason) => [reason, REVIEW_REASONS[reason].message] as const),
        ]}
      />
      <TextField
        label="Note beside it (optional)"
        id={`note-${ruling}`}
        name="note"
        class="short"
        maxlength={MAX_NOTE}
        rows={3}
        hint="For who may review here, and nobody else: no event, answer or log tells it."
      />
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

const judgement = z.strictObject({
  decision: z.enum(RULINGS),
  reason: z.enum(Object.keys(REVIEW_REASONS) as [keyof typeof REVIEW_REASONS]),
  // Browsers count a line break as one character and send two.
  note: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(MAX_NOTE))
    .default(""),
});

/** Ends a review with the reviewer's decision. */
export const reviewAction = createPages().post("/:id/review", allow("verification.review"), async (c) => {
  const id = c.req.param("id");
  const { decision: ruling, reason, note } = await readForm(c, judgement);
  await reviewVerification(inMode(c), { id, ruling, reason, note });
  return redirect(c, to(c, "verifications", id), done(`The verification is ${ruling}.`));
});
