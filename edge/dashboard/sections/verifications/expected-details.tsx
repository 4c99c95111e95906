import type { DetailResult } from "../../../../vocabulary/details.ts";
import { EXPECTED_KEYS } from "../../../../vocabulary/details.ts";
import type { Expected } from "../../../verdicts/details/compare.ts";
import type { Verification } from "../../../verification/types.ts";
import { capital, words } from "../../ui/labels.tsx";
import { Badge, Facts, Panel, Table } from "../../ui/parts.tsx";
import type { DocumentData } from "../../ui/person.tsx";
import { detailResults } from "./grounds.ts";

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

/**
 * What the tenant knows of the person, beside the document; and the tenant's labels. What agrees is folded.
 */
export function ExpectedDetails({ verification, expected, document }: Props) {
  const { metadata } = verification;
  if (expected === null && metadata === null) return null;
  const results = detailResults(verification);
  const keys = EXPECTED_KEYS.filter((key) => expected?.[key] !== undefined);
  const [agreeing, open] = [
    keys.filter((key) => results.get(key) === "match"),
    keys.filter((key) => results.get(key) !== "match"),
  ];
  const table = (label: string, of: typeof keys) => (
    <Table
      label={label}
      head={["Detail", "Expected", "Document", "Result"]}
      rows={of.map((key) => {
        const result = results.get(key);
        return [
          capital(words(key)),
          expected![key]!,
          document?.fields[key]?.value ?? <span class="soft">not read</span>,
          result === undefined ? "–" : <Badge tone={TONES[result]}>{words(result)}</Badge>,
        ];
      })}
    />
  );
  return (
    <Panel title={expected === null ? "Metadata" : "Expected details"} id="expected">
      {open.length > 0 && table("Expected details", open)}
      {agreeing.length > 0 && (
        <details>
          <summary>Details that agree ({agreeing.length})</summary>
          {table("Details that agree", agreeing)}
        </details>
      )}
      {metadata !== null && <Facts of={Object.entries(metadata)} />}
    </Panel>
  );
}
