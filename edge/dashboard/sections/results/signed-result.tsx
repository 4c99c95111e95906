import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { seesPersonalData } from "../../shell/roles.ts";
import { Image } from "../../ui/drawing.tsx";
import { capital, State, words } from "../../ui/labels.tsx";
import { viewMedia } from "../../ui/media.ts";
import { Facts, Panel, Table, Time } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";

/** A document's signed data: who signed it, what was checked and what was not, and the data. */
export async function showSigned(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("signed", row);
  if (body === null) return null;
  const { shots } = await viewMedia(c, row.id, [row.id]);
  const portrait = shots.find(({ kind }) => kind === "portrait");
  return (
    <>
      {!seesPersonalData(c) && <p class="flash warn">Your organization hides personal data from viewers.</p>}
      <div class="columns">
        <Panel title="Signature">
          <Facts of={signatureFacts(body)} />
        </Panel>
        {portrait !== undefined && (
          <Panel title="Face">
            <Image shot={portrait} title="Face in the chip" />
          </Panel>
        )}
      </div>
      <h2>Checks</h2>
      <Table
        label="Checks"
        head={["Check", "Status", "Severity", "Detail"]}
        rows={body.deterministic_checks.map(({ name, status, severity, detail, explanation }) => [
          <>
            {capital(words(name))}
            <br />
            <span class="soft text">{explanation}</span>
          </>,
          <State of={status} />,
          severity,
          <span class="text">{detail ?? "–"}</span>,
        ])}
      />
      <Fields body={body} />
    </>
  );
}

function signatureFacts({
  signer,
  anchor,
  clone_check,
  security_bits,
  weak_algorithm,
  chip_authentication,
  not_checked,
}: Body<"signed">): Parameters<typeof Facts>[0]["of"] {
  return [
    [
      "Signed by",
      signer === null ? "not readable" : `${signer.country ?? "no country"}, ${signer.serial_number}`,
    ],
    ["Signer valid until", signer === null ? "–" : <Time at={Date.parse(signer.valid_to)} />],
    ["Trust anchor", anchor === null ? "none" : <code>{anchor.sha256}</code>],
    ["Country of the anchor", anchor?.country ?? "–"],
    ["Copy of a chip", CLONES[clone_check]],
    ["Chip authentication", chip_authentication === true ? "supported, not proven by files" : "–"],
    ["Algorithms", `${security_bits} bits of security${weak_algorithm ? ": weak" : ""}`],
    ["Not checked", not_checked.map(words).join(", ")],
  ];
}

const CLONES = {
  passed: "no: the chip signed the challenge",
  failed: "yes: the chip does not have its key",
  not_made: "not checked: the chip was not asked",
  not_supported: "not checked: the chip has no key for it",
} as const satisfies Record<Body<"signed">["clone_check"], string>;

function Fields({ body: { fields, mrz } }: { body: Body<"signed"> }) {
  const read = Object.entries(fields).filter(([, field]) => field !== undefined);
  if (read.length === 0) return null;
  return (
    <Panel title="Signed data">
      <Facts
        of={read.map(([name, { value }]) => [capital(words(name)), <span class="text narrow">{value}</span>])}
      />
      {mrz !== null && <pre>{mrz.lines.join("\n")}</pre>}
    </Panel>
  );
}
