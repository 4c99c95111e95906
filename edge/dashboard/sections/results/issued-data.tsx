import type { Child } from "hono/jsx";
import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { seesPersonalData } from "../../shell/roles.ts";
import { Image } from "../../ui/drawing.tsx";
import { capital, Named, State, words } from "../../ui/labels.tsx";
import { viewMedia } from "../../ui/media.ts";
import { Facts, Panel, Table } from "../../ui/parts.tsx";

interface IssuedData {
  /** What signed the data: a chip or a credential. */
  readonly title: string;
  readonly facts: Parameters<typeof Facts>[0]["of"];
  readonly face: { readonly title: string; readonly of: string };
  /** Columns after the check and its status. */
  readonly columns: readonly string[];
  readonly checks: readonly {
    readonly name: string;
    readonly status: string;
    readonly explanation: string;
    readonly cells: readonly Child[];
  }[];
  readonly fields: Readonly<Record<string, { readonly value: string } | undefined>>;
  readonly mrz: { readonly lines: readonly string[] } | null;
}

/** A page of data that their issuer signed: who signed, what was checked and what was not, and the data. */
export async function showIssuedData(c: DashboardContext, row: ResultRow, data: IssuedData) {
  const { title, facts, face, columns, checks } = data;
  const { shots } = await viewMedia(c, row.id, [row.id]);
  const portrait = shots.find(({ kind }) => kind === "portrait");
  return (
    <>
      {!seesPersonalData(c) && <p class="flash warn">Your organization hides personal data from viewers.</p>}
      <div class="columns">
        <Panel title={title}>
          <Facts of={facts} />
        </Panel>
        {portrait !== undefined && (
          <Panel title={face.title}>
            <Image shot={portrait} title={face.of} />
          </Panel>
        )}
      </div>
      <h2>Checks</h2>
      <Table
        label="Checks"
        head={["Check", "Status", ...columns]}
        rows={checks.map(({ name, status, explanation, cells }) => [
          <Named name={name} explanation={explanation} />,
          <State of={status} />,
          ...cells,
        ])}
      />
      <Fields {...data} />
    </>
  );
}

function Fields({ fields, mrz }: IssuedData) {
  const read = Object.entries(fields).flatMap(([name, field]) =>
    field === undefined ? [] : [[name, field.value] as const],
  );
  if (read.length === 0) return null;
  return (
    <Panel title="Signed data">
      <Facts
        of={read.map(([name, value]) => [capital(words(name)), <span class="text narrow">{value}</span>])}
      />
      {mrz !== null && <pre>{mrz.lines.join("\n")}</pre>}
    </Panel>
  );
}
