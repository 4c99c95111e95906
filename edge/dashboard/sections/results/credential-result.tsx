import type { ResultRow } from "../../../store/results/results.ts";
import type { DashboardContext } from "../../shell/context.ts";
import { words } from "../../ui/labels.tsx";
import type { Facts } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";
import { showIssuedData } from "./issued-data.tsx";

/** A wallet's credential: who signed it, what was checked and what was not, and its claims. */
export async function showCredential(c: DashboardContext, row: ResultRow) {
  const body = bodyOf("credential", row);
  if (body === null) return null;
  return showIssuedData(c, row, {
    title: "Credential",
    facts: factsOf(body),
    face: { title: "Portrait", of: "Portrait of the credential" },
    columns: [],
    checks: body.deterministic_checks.map((each) => ({ ...each, cells: [] })),
    fields: body.fields,
    mrz: null,
  });
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
