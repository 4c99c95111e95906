import type { DetailResult } from "../../../../vocabulary/details.ts";
import { EXPECTED_KEYS } from "../../../../vocabulary/details.ts";
import type { Expected } from "../../../verdicts/details/compare.ts";
import { findStep } from "../../../verification/steps.ts";
import type { Verification } from "../../../verification/types.ts";
import { capital, words } from "../../ui/labels.tsx";
import { Badge, Facts, Panel, Table } from "../../ui/parts.tsx";
import type { DocumentData } from "../../ui/person.tsx";

const TONES = { match: "good", close: "warn", mismatch: "bad", not_read: "warn" } as const satisfies Record<
  DetailResult,
  string
>;

interface Props {
  readonly verification: Verification;
  /** Null if the tenant expects none. */
  readonly expected: Expected | null;
  readonly document: DocumentData | null;
}

/** What the tenant knows of the person, beside the document; and the tenant's labels. */
export function ExpectedDetails({ verification: { steps, metadata }, expected, document }: Props) {
  if (expected === null && metadata === null) return null;
  const compared = findStep(steps, "details")?.parts.details?.evidence?.details ?? [];
  return (
    <Panel title={expected === null ? "Metadata" : "Expected details"} id="expected">
      {expected !== null && (
        <Table
          label="Expected details"
          head={["Detail", "Expected", "Document", "Result"]}
          rows={EXPECTED_KEYS.filter((key) => expected[key] !== undefined).map((key) => {
            const result = compared.find(({ field }) => field === key)?.result;
            return [
              capital(words(key)),
              expected[key]!,
              document?.fields[key]?.value ?? <span class="soft">not read</span>,
              result === undefined ? "–" : <Badge tone={TONES[result]}>{words(result)}</Badge>,
            ];
          })}
        />
      )}
      {metadata !== null && <Facts of={Object.entries(metadata)} />}
    </Panel>
  );
}
