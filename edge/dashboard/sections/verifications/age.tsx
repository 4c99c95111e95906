import { ageOf } from "../../../verification/age.ts";
import type { Verification } from "../../../verification/types.ts";
import { words } from "../../ui/labels.tsx";
import { Facts, Panel } from "../../ui/parts.tsx";

/** In place of images and data, for a verification of the age alone: what it says, and what is kept. */
export function AgeOnly({ of }: { of: Verification }) {
  const age = ageOf(of);
  const answer = age === null ? "not known" : age.satisfied ? "yes" : "no";
  return (
    <Panel title="Age">
      <Facts
        of={[
          [`${of.policy.min_age} years or older`, answer],
          ...(age === null ? [] : [["Read from", words(age.method)] as const]),
        ]}
      />
      <p class="soft">
        Only the age is checked: nothing that was read from the document is kept, and no image. The encrypted
        face templates end with the verification. No person can review it.
      </p>
    </Panel>
  );
}
