import { z } from "zod";
import { RULINGS, type Ruling } from "../../../../vocabulary/verifications.ts";
import { ApiError } from "../../../core/errors.ts";
import { reviewVerification } from "../../../operations/verifications/review.ts";
import type { ReviewNote } from "../../../operations/verifications/review-notes.ts";
import { findTenant } from "../../../store/tenancy/tenants.ts";
import { loadVerification } from "../../../store/verifications/verifications.ts";
import { assertReasoned, SHORTEST_REASON } from "../../../verification/overridden.ts";
import { MAX_NOTE, REVIEW_REASONS, reasonsOf, review } from "../../../verification/review.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow } from "../../shell/roles.ts";
import { State, words } from "../../ui/labels.tsx";
import { Facts, Panel, TextField, Time } from "../../ui/parts.tsx";
import { documentData, titleOf } from "../../ui/person.tsx";
import { readResults } from "../../ui/visible-results.ts";
import { findingsOf, Why } from "./findings.tsx";
import { AccessKeys } from "./queue-links.tsx";

interface ReviewProps {
  readonly c: DashboardContext;
  readonly id: string;
  readonly hasImages: boolean;
  /** Codes of findings that an approval would override: it then needs a reason in the reviewer's words. */
  readonly overridden: readonly string[];
}

/** The forms for a reviewer's decision. */
export function Review({ c, id, hasImages, overridden }: ReviewProps) {
  return (
    <Panel title="Your decision" id="decision">
      <p>
        Compare the images and the data on this page, then choose a reason. You confirm the decision on the
        next page, which says whether a second reviewer has to confirm it.{" "}
        <strong>A decision is final.</strong> Your server receives the webhook{" "}
        <code>verification.reviewed</code>.
      </p>
      {!hasImages && (
        <p class="flash warn">
          There is no image to check. If the data do not suffice, decline with “Not enough evidence” and ask
          for a new verification.
        </p>
      )}
      <div class="columns">
        {RULINGS.map((ruling) => (
          <RulingForm c={c} id={id} ruling={ruling} overridden={ruling === "approved" ? overridden : []} />
        ))}
      </div>
      <AccessKeys />
    </Panel>
  );
}

const BUTTONS = {
  approved: { text: "Approve", tone: "" },
  declined: { text: "Decline", tone: "danger" },
} as const satisfies Record<Ruling, { text: string; tone: string }>;

type Reason = keyof typeof REVIEW_REASONS;

/** Each reason as a reviewer reads it, and when to choose it. */
const REASONS: Readonly<Record<Reason, { readonly label: string; readonly when: string }>> = {
  identity_confirmed: {
    label: "Identity confirmed",
    when: "The document is genuine, and its portrait and the selfie show one person.",
  },
  document_genuine: {
    label: "Document is genuine",
    when: "A signal or check was a false alarm.",
  },
  not_a_duplicate: {
    label: "Not a duplicate",
    when: "The possible duplicate is another person.",
  },
  own_check_cleared: {
    label: "Own check is cleared",
    when: "What your own check, a list or an earlier customer reference has found is not against this person.",
  },
  document_forged: {
    label: "Document is forged",
    when: "The document was altered, is not genuine or is a specimen.",
  },
  document_mismatch: {
    label: "Data contradict each other",
    when: "The printed text, the MRZ and the two sides do not agree.",
  },
  presentation_attack: {
    label: "Presentation attack",
    when: "The selfie shows a print, a screen or a mask.",
  },
  face_mismatch: {
    label: "Faces are of different people",
    when: "The portrait and the selfie do not show one person.",
  },
  duplicate_person: {
    label: "Duplicate person",
    when: "The person is already registered under another reference.",
  },
  own_check_confirmed: {
    label: "Own check is confirmed",
    when: "What your own check, a list or an earlier customer reference has found is true of this person.",
  },
  insufficient_evidence: {
    label: "Not enough evidence",
    when: "You cannot decide with the images and data on this page.",
  },
};

function RulingForm({
  c,
  id,
  ruling,
  overridden,
}: Omit<ReviewProps, "hasImages"> & { readonly ruling: Ruling }) {
  const { text, tone } = BUTTONS[ruling];
  const isReasoned = overridden.length > 0;
  return (
    <Form c={c} action={to(c, "verifications", id, "review", "confirm")}>
      <input type="hidden" name="decision" value={ruling} />
      <fieldset>
        <legend>Reason to {text.toLowerCase()}</legend>
        {reasonsOf(ruling).map((reason) => (
          <label class="check">
            <input type="radio" name="reason" value={reason} required />
            <span>
              {REASONS[reason].label}
              <span class="under soft">{REASONS[reason].when}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isReasoned && (
        <p class="flash warn">
          An approval overrides: {overridden.map(words).join(", ")}. Write below why it is right all the same.
        </p>
      )}
      <TextField
        label={isReasoned ? "Why you approve all the same" : "Note (optional)"}
        required={isReasoned}
        minlength={isReasoned ? SHORTEST_REASON : undefined}
        id={`note-${ruling}`}
        name="note"
        class="short"
        maxlength={MAX_NOTE}
        rows={3}
        hint="Visible to reviewers only. Not included in API responses, webhooks or logs."
      />
      <button type="submit" class={tone}>
        {text}…
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

/** Shows a reviewer's decision for confirmation, and ends the review with it. */
export const reviewAction = createPages()
  .post("/:id/review/confirm", allow("verification.review"), async (c) => {
    return confirm(c, c.req.param("id"), await readForm(c, judgement));
  })
  .post("/:id/review", allow("verification.review"), async (c) => {
    const id = c.req.param("id");
    const { decision: ruling, reason, note } = await readForm(c, judgement);
    const { proposal } = await reviewVerification(inMode(c), { id, ruling, reason, note });
    const text =
      proposal === null
        ? `The verification is ${ruling}.`
        : `Your decision is proposed. Another person confirms it.`;
    return redirect(c, to(c, "verifications", id), done(text));
  });

/**
 * The decision in words beside what the fraud checks found. Throws 404 for an unknown verification, 409 for
 * one that does not await a review or a proposal of the viewer's own, and 400 for a reason that is not one of
 * the decision's.
 */
async function confirm(c: DashboardContext, id: string, given: z.output<typeof judgement>) {
  const { db, clock } = c.var.services;
  const { decision, reason, note } = given;
  const verification = await loadVerification(db, c.var.scope, id);
  if (verification === undefined) throw new ApiError("not_found", "There is no such verification.");
  const { secondReviewer } = (await findTenant(db, c.var.scope.tenantId))!;
  const judged = { ruling: decision, reason, by: c.var.viewer.userId };
  const isProposal = review(verification, judged, secondReviewer, clock()).proposal !== null;
  const ids = verification.steps.flatMap(({ resultIds }) => resultIds);
  const results = await readResults(c, ids);
  assertReasoned(verification, results, { ruling: decision, note });
  const { text, tone } = BUTTONS[decision];
  const name = titleOf(verification, documentData(verification, results));
  const page = to(c, "verifications", id);
  return showPage(
    c,
    {
      title: "Confirm your decision",
      heading: `${text} ${name}?`,
      back: { href: page, text: "Back without deciding" },
    },
    <>
      <Panel title="Your decision">
        <Facts
          of={[
            ["Decision", <State of={decision} />],
            ["Reason", `${REASONS[reason].label}. ${REASONS[reason].when}`],
            ["In the API", REVIEW_REASONS[reason].message],
            ["Note", note === "" ? "none" : <span class="note">{note}</span>],
            ["Mode", c.var.mode],
          ]}
        />
        <p>
          {isProposal ? (
            <strong>Another person has to confirm this before it is final.</strong>
          ) : (
            <>
              <strong>This is final.</strong> It cannot be changed later, and your server receives the webhook{" "}
              <code>verification.reviewed</code>.
            </>
          )}
        </p>
        <Form c={c} action={to(c, "verifications", id, "review")}>
          {Object.entries(given).map(([field, value]) => (
            <input type="hidden" name={field} value={value} />
          ))}
          <div class="actions">
            <button type="submit" class={tone}>
              {isProposal ? `Propose to ${text.toLowerCase()}` : `${text} for good`}
            </button>
            <a class="button plain" href={page}>
              Back
            </a>
          </div>
        </Form>
      </Panel>
      <Why verification={verification} findings={findingsOf(verification, results)} />
    </>,
  );
}
