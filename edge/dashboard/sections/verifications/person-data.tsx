import type { ResultRow } from "../../../store/results/results.ts";
import type { Verification } from "../../../verification/types.ts";
import { capital, State, score, words } from "../../ui/labels.tsx";
import { Badge, Facts, Panel, Table } from "../../ui/parts.tsx";
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
        <DocumentFields document={document} now={now} />
      )}
      <h3>Face and liveness</h3>
      <Facts of={faceFacts(verification, results)} />
    </Panel>
  );
}

type Fields = DocumentData["fields"];
type Field = NonNullable<Fields[keyof Fields]>;

/** The fields that a reviewer compares, in their order; an optional one is left out if it was not read. */
interface ShownField {
  readonly key: keyof Fields;
  readonly label: string;
  readonly isOptional?: true;
  /** Every document with an MRZ has it in print as well. */
  readonly isPrinted?: true;
}

const SHOWN: readonly ShownField[] = [
  { key: "full_name", label: "Name", isOptional: true },
  { key: "last_name", label: "Surname", isOptional: true },
  { key: "first_name", label: "Given names", isOptional: true },
  { key: "date_of_birth", label: "Date of birth", isPrinted: true },
  { key: "document_number", label: "Number", isPrinted: true },
  { key: "personal_number", label: "Personal number", isOptional: true },
  { key: "date_of_expiry", label: "Date of expiry", isPrinted: true },
  { key: "issuing_country", label: "Issuing state" },
  { key: "nationality", label: "Nationality", isOptional: true },
];

/** The fields as print and MRZ have them, side by side, and the MRZ itself. */
function DocumentFields({ document: { type, fields, mrz }, now }: { document: DocumentData; now: number }) {
  const expiry = fields.date_of_expiry?.value;
  const isExpired = expiry !== undefined && Date.parse(`${expiry}T23:59:59Z`) < now;
  const isNamed = nameIn(fields) !== null;
  const rows = SHOWN.filter(({ key, isOptional }) => fields[key] !== undefined || isOptional === undefined);
  return (
    <>
      <Facts
        of={[
          ["Document", capital(words(type))],
          ["MRZ check digits", <MrzChecks of={mrz} />],
        ]}
      />
      {!isNamed && <p class="soft">No name was read.</p>}
      <Table
        isKept
        label="Printed and MRZ values"
        head={mrz === null ? ["Field", "Printed"] : ["Field", "Printed", "MRZ"]}
        rows={rows.map(({ key, label, isPrinted }) => {
          const ended = key === "date_of_expiry" && isExpired && <Badge tone="bad">expired</Badge>;
          const [shown, coded] = sidesOf(fields[key]);
          const isLacking = isPrinted && shown === null && coded !== null;
          const printed = isLacking ? <Unread /> : <Printed of={fields[key]} value={shown} beside={coded} />;
          return [
            label,
            <>
              {printed} {ended}
            </>,
            ...(mrz === null ? [] : [coded ?? <NotRead />]),
          ];
        })}
      />
      {mrz !== null && (
        <div class="mrz">
          <pre>{mrz.lines.join("\n")}</pre>
        </div>
      )}
    </>
  );
}

const NotRead = () => <span class="soft">not read</span>;

/** In place of a printed value that only the MRZ has. */
const Unread = () => (
  <>
    <Badge tone="warn">not read</Badge> <span class="under">Compare the image with the MRZ.</span>
  </>
);

/** The printed value and the MRZ's; null for one that was not read. */
export function sidesOf(field: Field | undefined): readonly [printed: string | null, mrz: string | null] {
  if (field === undefined) return [null, null];
  const { value, source, transliteration, alternative, printed } = field;
  if (source === "mrz") return [alternative ?? printed ?? null, value];
  return [value, source === "both" ? (transliteration ?? value) : null];
}

/** A printed value; where it differs from the MRZ's in more than spelling, the difference is marked. */
function Printed({
  of: field,
  value,
  beside,
}: {
  of: Field | undefined;
  value: string | null;
  beside: string | null;
}) {
  if (field === undefined || value === null) return <NotRead />;
  const { source, confidence } = field;
  return (
    <>
      {source === "mrz" && beside !== null ? <Difference of={value} from={beside} /> : value}
      {source === "barcode" && <span class="under soft">from the barcode</span>}
      {confidence < CONFIDENT && <span class="under soft">low confidence: {score(confidence)}</span>}
    </>
  );
}

/** The text with the part marked that another one has differently. */
function Difference({ of, from }: { of: string; from: string }) {
  const [start, end] = [sharedStart(of, from), sharedStart(reversed(of), reversed(from))];
  const until = Math.max(start, of.length - Math.min(end, Math.min(of.length, from.length) - start));
  return (
    <>
      {of.slice(0, start)}
      <mark>{of.slice(start, until)}</mark>
      {of.slice(until)} <Badge tone="bad">differs</Badge>
    </>
  );
}

const reversed = (text: string) => text.split("").reverse().join("");

/** How many characters two texts share from their start. */
function sharedStart(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared++;
  return shared;
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
      comparison === null || comparison.similarity === null ? (
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
