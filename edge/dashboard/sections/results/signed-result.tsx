import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { words } from "../../ui/labels.tsx";
import { type Facts, Time } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";
import { showIssuedData } from "./issued-data.tsx";

/** A document's signed data: who signed it, what was checked and what was not, and the data. */
export async function showSigned(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("signed", row);
  if (body === null) return null;
  return showIssuedData(c, row, {
    title: "Signature",
    facts: signatureFacts(body),
    face: { title: "Face", of: "Face in the chip" },
    columns: ["Severity", "Detail"],
    checks: body.deterministic_checks.map(({ severity, detail, ...check }) => ({
      ...check,
      cells: [severity, <span class="text">{detail ?? "–"}</span>],
    })),
    fields: body.fields,
    mrz: body.mrz,
  });
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
