import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { viewerMay } from "../../shell/roles.ts";
import { Image, Outline, type Region } from "../../ui/drawing.tsx";
import { State, score, words } from "../../ui/labels.tsx";
import { type Shot, viewMedia } from "../../ui/media.ts";
import { Facts, Panel, Table } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";

/**
 * The document's fields and their places on the image, the gates that refused it, and the portrait if one
 * is kept.
 */
export async function showDocument(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("ocr", row);
  if (body === null) return null;
  const { shots } = await viewMedia(c, row.id, [row.id]);
  const document = shots.find(({ kind }) => kind === "document");
  const regions = fieldRegions(body);
  return (
    <>
      <Refusals body={body} />
      <div class="columns">
        <Fields body={body} />
        <Panel title="Where it was read">
          {regions.length === 0 && <p class="soft">No field with a place on the image.</p>}
          {document === undefined ? (
            <Outline size={body.quality} regions={regions} />
          ) : (
            <Image shot={document} title="The document" regions={regions} />
          )}
        </Panel>
      </div>
      <div class="columns">
        <Mrz body={body} />
        <Portrait c={c} shot={shots.find(({ kind }) => kind === "portrait")} />
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
      rows={read.map(([name, field]) => [words(name), shown(field), score(field.confidence), field.source])}
    />
  );
}

function Mrz({ body: { mrz } }: { body: Body<"ocr"> }) {
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

function Portrait({ c, shot }: { c: DashboardContext; shot: Shot | undefined }) {
  if (shot !== undefined) {
    return (
      <Panel title="Portrait">
        <Image shot={shot} title="Portrait on the document" />
      </Panel>
    );
  }
  return (
    <Panel title="Portrait">
      <p class="soft">
        {viewerMay(c, "verification.review")
          ? "None is kept: the storage policy says so, or there was none."
          : "Images are shown to admins and owners, who may review."}
      </p>
    </Panel>
  );
}

/** A name with two readings is shown in both. */
const shown = ({
  value,
  alternative,
}: {
  readonly value: string;
  readonly alternative?: string | undefined;
}) => (alternative === undefined ? value : `${value} (printed: ${alternative})`);
