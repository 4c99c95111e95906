import type { ResultRow } from "../../../store/results/results.ts";
import type { Verification } from "../../../verification/types.ts";
import { capital, State, score, words } from "../../ui/labels.tsx";
import { Badge, Facts, Panel } from "../../ui/parts.tsx";
import { type DocumentData, nameIn } from "../../ui/person.tsx";
import { type Body, bodyOf, outcomeOf } from "../../ui/summary.tsx";

/** Below this confidence a reader should compare a field with the image. */
const CONFIDENT = 0.9;

interface Props {
  readonly verification: Verification;
  readonly results: ReadonlyMap<string, ResultRow>;
  readonly document: DocumentData | null;
  readonly now: number;
}

/** What was read of the person, and how the faces compare: what a reviewer holds against the images. */
export function PersonData({ verification, results, document, now }: Props) {
  return (
    <Panel title="Extracted data">
      {document === null ? (
        <p class="soft">No document data: none was read, or the data were erased.</p>
      ) : (
        <Facts of={documentFacts(document, now)} />
      )}
      <h3>Face and liveness</h3>
      <Facts of={faceFacts(verification, results)} />
    </Panel>
  );
}

type Fields = DocumentData["fields"];

function documentFacts({ type, fields, mrz }: DocumentData, now: number) {
  const expiry = fields.date_of_expiry?.value;
  const isExpired = expiry !== undefined && Date.parse(`${expiry}T23:59:59Z`) < now;
  return [
    ["Name", fields.full_name ? <Value of={fields.full_name} /> : (nameIn(fields) ?? <NotRead />)],
    ["Date of birth", <Value of={fields.date_of_birth} />],
    ["Document", capital(words(type))],
    ["Number", <Value of={fields.document_number} />],
    ...optional("Personal number", fields.personal_number),
    [
      "Date of expiry",
      <>
        <Value of={fields.date_of_expiry} /> {isExpired && <Badge tone="bad">expired</Badge>}
      </>,
    ],
    ["Issuing state", <Value of={fields.issuing_country} />],
    ...optional("Nationality", fields.nationality),
    ["MRZ check digits", <MrzChecks of={mrz} />],
    ...(mrz === null ? [] : [["MRZ", <pre class="mrz">{mrz.lines.join("\n")}</pre>] as const]),
  ] as const;
}

const optional = (label: string, field: Fields[keyof Fields]) =>
  field === undefined ? [] : [[label, <Value of={field} />] as const];

const NotRead = () => <span class="soft">not read</span>;

/** A field's value; a second reading and a low confidence are beside it. */
function Value({ of: field }: { of: Fields[keyof Fields] }) {
  if (field === undefined) return <NotRead />;
  const { value, transliteration, alternative, confidence } = field;
  return (
    <>
      {value}
      {transliteration !== undefined && <span class="under soft">MRZ: {transliteration}</span>}
      {alternative !== undefined && <span class="under soft">printed: {alternative}</span>}
      {confidence < CONFIDENT && <span class="under soft">low confidence: {score(confidence)}</span>}
    </>
  );
}

function MrzChecks({ of: mrz }: { of: DocumentData["mrz"] }) {
  if (mrz === null) return <span class="soft">no MRZ read</span>;
  const wrong = Object.entries(mrz.checks).filter(([, holds]) => !holds);
  return (
    <>
      <State of={wrong.length === 0 ? "pass" : "fail"} /> {mrz.format}
      {wrong.length > 0 && (
        <span class="under soft">Wrong: {wrong.map(([name]) => words(name)).join(", ")}</span>
      )}
    </>
  );
}

/** The comparison of the portrait with the selfie that counts; null without one. */
export function comparisonOf(
  { steps }: Verification,
  results: ReadonlyMap<string, ResultRow>,
): Body<"face"> | null {
  const step = steps.find(({ name }) => name === "face_match");
  const row = results.get(step?.resultIds.at(-1) ?? "");
  return row === undefined ? null : bodyOf("face", row);
}

function faceFacts(verification: Verification, results: ReadonlyMap<string, ResultRow>) {
  const comparison = comparisonOf(verification, results);
  const checks = verification.steps.find(({ name }) => name === "liveness")?.resultIds ?? [];
  const latest = results.get(checks.findLast((id) => results.get(id)?.kind === "liveness") ?? "");
  const check = latest === undefined ? null : outcomeOf(latest);
  const mode = latest === undefined ? undefined : bodyOf("liveness", latest)?.liveness_mode;
  return [
    [
      "Face similarity",
      comparison === null ? (
        <span class="soft">not compared</span>
      ) : (
        <>
          {score(comparison.similarity)} <State of={comparison.match ? "match" : "no match"} />
          <span class="under soft">threshold {score(comparison.threshold)}</span>
        </>
      ),
    ],
    [
      "Liveness",
      check === null ? (
        <span class="soft">not checked</span>
      ) : (
        <>
          <State of={check.state} /> {mode}
          <span class="under soft">{check.detail}</span>
        </>
      ),
    ],
  ] as const;
}
