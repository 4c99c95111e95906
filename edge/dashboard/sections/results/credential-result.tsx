import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { seesPersonalData } from "../../shell/roles.ts";
import { Image } from "../../ui/drawing.tsx";
import { capital, State, words } from "../../ui/labels.tsx";
import { viewMedia } from "../../ui/media.ts";
import { Facts, Panel, Table } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";

/** A wallet's credential: who signed it, what was checked and what was not, and its claims. */
export async function showCredential(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("credential", row);
  if (body === null) return null;
  const { shots } = await viewMedia(c, row.id, [row.id]);
  const portrait = shots.find(({ kind }) => kind === "portrait");
  return (
    <>
      {!seesPersonalData(c) && <p class="flash warn">Your organization hides personal data from viewers.</p>}
      <div class="columns">
        <Panel title="Credential">
          <Facts of={factsOf(body)} />
        </Panel>
        {portrait !== undefined && (
          <Panel title="Portrait">
            <Image shot={portrait} title="Portrait of the credential" />
          </Panel>
        )}
      </div>
      <h2>Checks</h2>
      <Table
        label="Checks"
        head={["Check", "Status"]}
        rows={body.deterministic_checks.map(({ name, status, explanation }) => [
          <>
            {capital(words(name))}
            <br />
            <span class="soft text">{explanation}</span>
          </>,
          <State of={status} />,
        ])}
      />
      <Claims body={body} />
    </>
  );
}

function factsOf(body: Body<"credential">): Parameters<typeof Facts>[0]["of"] {
  const { kind, format, doctype, protocol, issuer } = body;
  return [
    ["Kind", kind === null ? "not readable" : words(kind)],
    ["Format", format === null ? "–" : `${format}, ${doctype}`],
    ["Protocol", protocol],
    ["Signed by", issuer === null ? "not readable" : (issuer.name ?? "no name")],
    ["Country of the signer", issuer?.country ?? "–"],
    ["Trust anchor", issuer?.anchor ? <code>{issuer.anchor.sha256}</code> : "none"],
    ["Age", body.age_over === null ? "–" : body.age_over ? "reached" : "not reached"],
    ["Disclosed without a request", String(body.unrequested_claims)],
    ["Not checked", body.not_checked.map(words).join(", ")],
  ];
}

function Claims({ body: { fields } }: { body: Body<"credential"> }) {
  const read = Object.entries(fields).filter(([, field]) => field !== undefined);
  if (read.length === 0) return null;
  return (
    <Panel title="Signed data">
      <Facts
        of={read.map(([name, { value }]) => [capital(words(name)), <span class="text narrow">{value}</span>])}
      />
    </Panel>
  );
}
