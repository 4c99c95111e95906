import { contestState, stepsWithoutEvidence } from "../../../verification/contest.ts";
import type { Verification } from "../../../verification/types.ts";
import { words } from "../../ui/labels.tsx";
import { Panel, Time } from "../../ui/parts.tsx";

interface Props {
  readonly of: Verification;
  /** The person's words, for a reviewer; null if they wrote none. */
  readonly statement: string | null;
  readonly isReviewer: boolean;
  readonly hasImages: boolean;
}

/** What a declined person has asked for, and what a reviewer can do with it. */
export function Contest({ of, statement, isReviewer, hasImages }: Props) {
  const state = contestState(of);
  if (of.contestedAt === null || state === null) return null;
  const missing = stepsWithoutEvidence(of).map(({ name }) => words(name));
  return (
    <Panel title="The person contests the decision" id="contest">
      <p>
        They asked for a decision by a human on <Time at={of.contestedAt} />.{" "}
        {state === "open" ? "The decision stands until you decide." : `It was ${state}.`}
      </p>
      {isReviewer && statement !== null && (
        <blockquote class="note" dir="auto">
          {statement}
        </blockquote>
      )}
      {isReviewer && statement === null && <p class="soft">There is no statement.</p>}
      {state === "open" && !hasImages && (
        <p class="flash warn">
          No images of this verification are kept any more, or none were stored. You can judge the data and
          the measurements only.
        </p>
      )}
      {state === "open" && missing.length > 0 && (
        <p class="flash warn">
          It cannot be approved: {missing.join(" and ")} lacks a result. If the person is right, decline it
          and create a new verification for them.
        </p>
      )}
    </Panel>
  );
}
