import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { seesPersonalData, viewerMay } from "../../shell/roles.ts";
import { Image, Outline, type Region } from "../../ui/drawing.tsx";
import { capital, State, score, words } from "../../ui/labels.tsx";
import { type Shot, viewMedia } from "../../ui/media.ts";
import { Facts, Panel, Table } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";

/**
 * The document's fields and their places on the image, the gates that rejected it, and the portrait if one
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
      {!seesPersonalData(c) && <p class="flash warn">Your organization hides personal data from viewers.</p>}
      <Refusals body={body} />
      <div class="columns">
        <Fields body={body} />
        <Panel title="Fields on the image">
          {regions.length === 0 && <p class="soft">No field has a known place on the image.</p>}
          {document === undefined ? (
            <Outline size={body.quality} regions={regions} />
          ) : (
            <Image shot={document} title="The document" regions={regions} />
          )}
        </Panel>
      </div>
      <div class="columns">
        <Mrz body={body} />
        <Barcodes body={body} />
        <Portrait c={c} shot={shots.find(({ kind }) => kind === "portrait")} />
      </div>
      <Panel title="Image quality">
        <Facts of={qualityFacts(body.quality)} />
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
      label="Quality gates that rejected the image"
      head={["Gate", "Code", "Measured", "Limit", "Retryable", "Message"]}
      rows={gate_rejections.map(({ gate, code, value, threshold, retryable, message }) => [
        words(gate),
        <code>{code}</code>,
        rounded(value),
        rounded(threshold),
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
      head={["Field", "Value", "Confidence"]}
      rows={read.map(([name, field]) => [
        capital(words(name)),
        <span class="text narrow">{shown(field)}</span>,
        <>
          {score(field.confidence)}
          <span class="under soft">{SOURCES[field.source]}</span>
        </>,
      ])}
    />
  );
}

function Mrz({ body: { mrz } }: { body: Body<"ocr"> }) {
  if (mrz === null) return null;
  return (
    <Panel title={`MRZ (${mrz.format})`}>
      <pre>{mrz.lines.join("\n")}</pre>
      <Facts
        of={Object.entries(mrz.checks).map(([name, holds]) => [
          capital(words(name)),
          <State of={holds ? "pass" : "fail"} />,
        ])}
      />
    </Panel>
  );
}

function Barcodes({ body: { barcodes = [] } }: { body: Body<"ocr"> }) {
  return barcodes.map(({ symbology, kind, fields, seal }) => (
    <Panel title={`Barcode (${words(symbology)})`}>
      <p class="soft">{BARCODES[kind]}</p>
      {seal && <Signature of={seal} />}
      <Facts
        of={Object.entries(fields).map(([name, value]) => [
          capital(words(name)),
          <span class="text narrow">{value}</span>,
        ])}
      />
    </Panel>
  ));
}

const BARCODES = {
  aamva: "A licence's barcode. It is not signed: anybody can print one.",
  icao_vds: "A visible digital seal (ICAO Doc 9303-13).",
  icao_idb: "A seal by the ICAO Datastructure for Barcode.",
  "2d_doc": "A 2D-Doc seal of France.",
  other: "A barcode of another kind. Its content is not kept.",
} as const;

type Seal = NonNullable<NonNullable<Body<"ocr">["barcodes"]>[number]["seal"]>;

/** Who signed a barcode, and what was not checked. */
function Signature({ of: { status, signer, certificate, signed_on, anchor, not_checked } }: { of: Seal }) {
  return (
    <Facts
      of={[
        ["Signature", <State of={status} />],
        ["Signed by", `${signer}, certificate ${certificate}`],
        ["Signed on", signed_on ?? "not stated"],
        ["Trust anchor", anchor === null ? "none" : <code>{anchor}</code>],
        ["Not checked", status === "valid" ? not_checked.map(words).join(", ") : "–"],
      ]}
    />
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
          ? "No portrait is kept: the policy does not keep it, or none was found."
          : "Only reviewers can see images."}
      </p>
    </Panel>
  );
}

/** Where a field was read. */
const SOURCES = {
  mrz: "from the MRZ",
  viz: "from the print",
  barcode: "from the barcode",
  both: "from both",
  chip: "from the chip",
  credential: "from the credential",
} as const;

/** A measured value or a limit, to at most two decimals; a dash for null. */
const rounded = (value: number | string | null) =>
  typeof value === "number" ? `${Number(value.toFixed(2))}` : (value ?? "–");

const pixels = (value: number) => `${Math.round(value)} px`;

function qualityFacts(quality: Body<"ocr">["quality"]): [string, string][] {
  const { laplacian_variance, mean_luma, saturated_share, document_long_side, unread_lines } = quality;
  return [
    ["Image size", `${quality.width} × ${quality.height} px`],
    ["Document, longer side", pixels(document_long_side)],
    ["Sharpness", `${Math.round(laplacian_variance)} (variance of the Laplacian)`],
    ["Brightness", `${Math.round(mean_luma)} of 255 (mean luma)`],
    ["Overexposed", `${Math.round(100 * saturated_share)} % of the pixels`],
    ...(unread_lines === undefined ? [] : [["Lines not read", `${unread_lines}`] as [string, string]]),
  ];
}

/** A name that print and MRZ spell in two ways is shown in both. */
const shown = ({
  value,
  transliteration,
  alternative,
}: {
  readonly value: string;
  readonly transliteration?: string | undefined;
  readonly alternative?: string | undefined;
}) => {
  if (alternative !== undefined) return `${value} (printed: ${alternative})`;
  return transliteration === undefined ? value : `${value} (MRZ: ${transliteration})`;
};
