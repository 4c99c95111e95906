import { z } from "zod";
import { RULINGS, type Ruling } from "../../../../vocabulary/verifications.ts";
import { ApiError } from "../../../core/errors.ts";
import { reviewEnd } from "../../../media/kept.ts";
import { reviewVerification } from "../../../operations/verifications/review.ts";
import type { ReviewNote } from "../../../operations/verifications/review-notes.ts";
import { findTenant } from "../../../store/tenancy/tenants.ts";
import { rulingsOf } from "../../../verification/contest.ts";
import { SHORTEST_REASON } from "../../../verification/overridden.ts";
import { MAX_NOTE, REVIEW_REASONS, reasonsOf, review } from "../../../verification/review.ts";
import type { Verification } from "../../../verification/types.ts";
import { Check } from "../../form/checks.tsx";
import { Notes, Spelt, useReturned } from "../../form/notes.tsx";
import { Returned } from "../../form/returned-form.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { done, failed, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { allow } from "../../shell/roles.ts";
import type { KeptMedia } from "../../ui/media.ts";
import { Panel, TextField, Time } from "../../ui/parts.tsx";
import { AccessKeys, type Neighbours, RULING_KEYS } from "./queue-links.tsx";
import { REASON_TEXTS, type Reason } from "./review-reasons.ts";

interface ReviewProps {
  readonly c: DashboardContext;
  readonly id: string;
  readonly images: ReviewImages;
  readonly neighbours: Neighbours;
  /** What an approval would override, in words. */
  readonly overridden: readonly string[];
  /** The reasons to choose from. */
  readonly offered: readonly Reason[];
  /** Whether an approval needs a reason in the reviewer's words. */
  readonly isReasoned: boolean;
  /** The rulings that the reviewer may make. */
  readonly rulings: readonly Ruling[];
  /** The rulings that another person must confirm. */
  readonly proposals: readonly Ruling[];
}

/** Whether images are shown, and when those that the policy does not store end; null if it stores all. */
interface ReviewImages {
  readonly state: "shown" | "erased" | "none";
  readonly until: number | null;
}

/** The images that a review is decided with. */
export const reviewImages = (
  { expiresAt, policy }: Verification,
  { shots, erased }: KeptMedia,
): ReviewImages => ({
  state: shots.length > 0 ? "shown" : erased.length > 0 ? "erased" : "none",
  until: policy.store_media === "evidence" ? null : reviewEnd({ expiresAt }),
});

/** The forms for a reviewer's decision. */
export function Review(props: ReviewProps) {
  return (
    <Panel title="Your decision" id="decision">
      {props.images.state !== "shown" && <NoImages {...props.images} />}
      {props.rulings.map((ruling) => (
        <RulingForm {...props} ruling={ruling} />
      ))}
      {props.images.state === "shown" && props.images.until !== null && (
        <p class="hint">
          The images are erased on <Time at={props.images.until} /> at the latest. You can still decide after
          that, without them.
        </p>
      )}
      <AccessKeys of={props.neighbours} rulings={props.rulings} />
    </Panel>
  );
}

const NoImages = ({ state }: ReviewImages) => (
  <p class="flash warn">
    {state === "erased"
      ? "The images were erased, as the review was not decided in time. You can still decide it."
      : "There is no image to check."}{" "}
    If the data do not suffice, decline with “Not enough evidence” and ask for a new verification.
  </p>
);

const BUTTONS = {
  approved: { text: "Approve", tone: "" },
  declined: { text: "Decline", tone: "danger" },
} as const satisfies Record<Ruling, { text: string; tone: string }>;

/**
 * A ruling's form: it opens when the reviewer chooses the ruling, and is sent once the reviewer confirms it.
 */
function RulingForm(
  props: Omit<ReviewProps, "images" | "neighbours"> & {
    readonly ruling: Ruling;
  },
) {
  const { c, id, ruling, overridden, isReasoned, proposals, offered } = props;
  const { text, tone } = BUTTONS[ruling];
  const mustReason = ruling === "approved" && isReasoned;
  const isProposal = proposals.includes(ruling);
  const { returned } = c.var;
  const isReturned = returned?.values.get("decision")?.[0] === ruling;
  return (
    <details class="ruling" name="ruling" open={isReturned}>
      <summary class={`button ${tone}`} accesskey={RULING_KEYS[ruling]}>
        {text}…
      </summary>
      <Form c={c} action={to(c, "verifications", id, "review")}>
        <Returned.Provider value={isReturned ? returned : null}>
          <input type="hidden" name="decision" value={ruling} />
          <ReasonField ruling={ruling} offered={offered} />
          {ruling === "approved" && overridden.length > 0 && <Overridden of={overridden} />}
          <TextField
            label={mustReason ? "Why you approve despite these findings" : "Note (optional)"}
            required={mustReason}
            minlength={mustReason ? SHORTEST_REASON : undefined}
            id={`note-${ruling}`}
            name="note"
            class="short"
            maxlength={MAX_NOTE}
            rows={2}
            hint={`${mustReason ? `At least ${SHORTEST_REASON} characters. ` : ""}Visible to reviewers only.`}
          />
          <div class="confirm">
            <Check
              label={isProposal ? PROPOSES : FINAL}
              id={`confirmed-${ruling}`}
              name="confirmed"
              required
            />
            <button type="submit" class={tone}>
              {isProposal ? `Propose to ${text.toLowerCase()}` : `Confirm ${CONFIRMED[ruling]}`}
            </button>
          </div>
        </Returned.Provider>
      </Form>
    </details>
  );
}

const CONFIRMED = { approved: "approval", declined: "decline" } as const satisfies Record<Ruling, string>;

const FINAL = "I compared the images and the data. The decision is final.";
const PROPOSES = "I compared the images and the data. Another person has to confirm the decision.";

function ReasonField({ ruling, offered }: { ruling: Ruling; offered: readonly Reason[] }) {
  const name = "reason";
  const label = `Reason to ${BUTTONS[ruling].text.toLowerCase()}`;
  const { entered, aria } = useReturned({ name, id: `${name}-${ruling}` });
  return (
    <fieldset aria-describedby={aria["aria-describedby"]}>
      <legend>{label}</legend>
      {reasonsOf(ruling)
        .filter((reason) => offered.includes(reason))
        .map((reason) => (
          <label class="check choice">
            <input type="radio" name={name} value={reason} checked={entered?.includes(reason)} required />
            <span>
              {REASON_TEXTS[reason].label}
              <span class="under soft">{REASON_TEXTS[reason].when}</span>
            </span>
          </label>
        ))}
      <Notes label={label} name={name} id={`${name}-${ruling}`} />
    </fieldset>
  );
}

const Overridden = ({ of }: { of: readonly string[] }) => (
  <div class="flash warn">
    An approval overrides:
    <ul>
      {of.map((text) => (
        <li>
          <Spelt text={text} />
        </li>
      ))}
    </ul>
  </div>
);

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
  reason: z.enum(Object.keys(REVIEW_REASONS) as [keyof typeof REVIEW_REASONS], "must be chosen"),
  // Browsers count a line break as one character and send two.
  note: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(MAX_NOTE))
    .default(""),
  confirmed: z.literal("on", "This box must be ticked: the decision is final"),
});

/** Ends a review with a reviewer's decision, or proposes its end. */
export const reviewAction = createPages().post("/:id/review", allow("verification.review"), async (c) => {
  const id = c.req.param("id");
  const { decision: ruling, reason, note } = await readForm(c, judgement);
  const ended = await reviewVerification(inMode(c), { id, ruling, reason, note }).catch(refuseDecided);
  return redirect(c, to(c, "verifications", id), ended === null ? DECIDED : done(ruledText(ended, ruling)));
});

const DECIDED = failed("This verification is already decided. Your decision was not saved.");

/** Null for a review that another person has ended meanwhile. */
function refuseDecided(error: unknown): null {
  if (error instanceof ApiError && error.code === "verification_not_open") return null;
  throw error;
}

const ruledText = ({ proposal }: Verification, ruling: Ruling) =>
  proposal === null
    ? `The verification is ${ruling}.`
    : "Your decision is proposed. Another person confirms it.";

/** The rulings of the viewer on this review that another person must confirm. */
export async function proposalsOf(c: DashboardContext, verification: Verification): Promise<Ruling[]> {
  const { db, clock } = c.var.services;
  const { secondReviewer } = (await findTenant(db, c.var.scope.tenantId))!;
  const by = c.var.viewer.userId;
  return rulingsOf(verification).filter((ruling) => {
    const judged = { ruling, reason: reasonsOf(ruling)[0]!, by };
    return review(verification, judged, secondReviewer, clock()).proposal !== null;
  });
}
