import { linkPortrait } from "../../api/ocr/portrait.ts";
import type { ResultRow } from "../../store/results.ts";
import type { DashboardContext } from "../context.ts";
import { Facts, Panel, Table } from "../parts.tsx";
import { State, score, words } from "./labels.tsx";
import { Outline, type Region } from "./outline.tsx";
import { type Body, bodyOf } from "./result-body.ts";

/** What was read off a document and where, the gates that refused it, and the portrait where one is kept. */
export async function showDocument(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("ocr", row);
  if (body === null) return null;
  return (
    <>
      <Refusals body={body} />
      <div class="columns">
        <Fields body={body} />
        <Panel title="Where it was read">
          <Outline size={body.quality} regions={fieldRegions(body)} />
          {fieldRegions(body).length === 0 && <p class="soft">No field with a place on the picture.</p>}
        </Panel>
      </div>
      <div class="columns">
        <Zone body={body} />
        <Portrait url={await portraitOf(c, row)} />
      </div>
      <Panel title="Capture">
        <Facts of={Object.entries(body.quality).map(([name, value]) => [words(name), `${value}`])} />
      </Panel>
    </>
  );
}

const fieldRegions = ({ fields }: Body<"ocr">): Region[] =>
  Object.entries(fields).flatMap(([label, field]) =>
    field?.bbox ? [{ label, bbox: field.bbox, tone: "plain" as const }] : [],
  );

function Refusals({ body: { gate_rejections } }: { body: Body<"ocr"> }) {
  if (gate_rejections.length === 0) return null;
  return (
    <Table
      label="Gates that refused it"
      head={["Gate", "Code", "Measured", "Limit", "Retry can help", "Message"]}
      rows={gate_rejections.map(({ gate, code, value, threshold, retryable, message }) => [
        words(gate),
        <code>{code}</code>,
        value ?? "–",
        threshold ?? "–",
        retryable ? "yes" : "no",
        <span class="text">{message}</span>,
      ])}
    />
  );
}

function Fields({ body: { fields } }: { body: Body<"ocr"> }) {
  const read = Object.entries(fields).filter(([, field]) => field !== undefined);
  if (read.length === 0) return null;
  return (
    <Table
      label="Fields"
      head={["Field", "Value", "Confidence", "Source"]}
      rows={read.map(([name, field]) => [words(name), field.value, score(field.confidence), field.source])}
    />
  );
}

function Zone({ body: { mrz } }: { body: Body<"ocr"> }) {
  if (mrz === null) return null;
  return (
    <Panel title={`Machine readable zone (${mrz.format})`}>
      <pre>{mrz.lines.join("\n")}</pre>
      <Facts
        of={Object.entries(mrz.checks).map(([name, holds]) => [
          words(name),
          <State of={holds ? "pass" : "fail"} />,
        ])}
      />
    </Panel>
  );
}

async function portraitOf(c: DashboardContext, row: ResultRow): Promise<string | undefined> {
  const { services, scope } = c.var;
  const { portrait } = await linkPortrait(services, scope, row.id, services.clock());
  return portrait;
}

function Portrait({ url }: { url: string | undefined }) {
  return (
    <Panel title="Portrait">
      {url === undefined ? (
        <p class="soft">None is kept: the storage policy says so, or there was none.</p>
      ) : (
        <img
          class="portrait"
          src={new URL(url).pathname + new URL(url).search}
          alt="Portrait on the document"
        />
      )}
    </Panel>
  );
}
