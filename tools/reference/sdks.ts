import { type Client, createClient } from "#sdk/client/src/index.ts";
import { Selfsame } from "#sdk/server/src/index.ts";
import { codes, table } from "./markdown.ts";

const baseUrl = "https://id.example.com";

/** The calls of a resource, those of the resources in it under its name. */
function callsOf(resource: object, name: string): string[][] {
  const members = Object.entries(resource);
  const calls = members.filter(([, member]) => typeof member === "function").map(([call]) => call);
  const inner = members.flatMap(([part, member]) =>
    typeof member === "object" ? callsOf(member, `${name}.${part}`) : [],
  );
  return [[`\`${name}\``, codes(calls)], ...inner];
}

/** Every resource of the server's SDK, with its calls. */
export function serverCalls(): string {
  const sdk = new Selfsame({ baseUrl, apiKey: `svc_sk_test_${"0".repeat(38)}` });
  const rows = Object.entries(sdk).flatMap(([name, resource]) => callsOf(resource, name));
  return table(["resource", "calls"], rows);
}

/** What each call of the device's SDK is for. */
const CLIENT_CALLS: Readonly<Record<keyof Client, string>> = {
  next: "reads the person's next step",
  watch: "reads the next step whenever it changes",
  verification: "reads the verification, as the device may see it",
  document: "sends the front of a document, and its back",
  chipChallenge: "requests the bytes that the document's chip signs",
  chip: "sends the files of the document's chip",
  requestCredential: "requests a credential from a wallet",
  credentialRequest: "reads if a wallet has answered by a link",
  credential: "sends a wallet's answer",
  scan: "reads a document",
  detectFraud: "checks a document for fraud",
  challenge: "requests a movement for a liveness check",
  liveness: "sends selfies",
  contest: "asks for a decision by a human after the service has declined",
  page: "reads the tenant's name, colours and consent text",
  consent: "records that the person agreed",
  withdrawConsent: "withdraws the consent: the verification is canceled, and its data are erased",
  beginHandoff: "begins to continue on a phone",
  handoff: "reads the code or number to show",
  endHandoff: "ends the handoff",
};

/** Every call of the device's SDK. */
export function clientCalls(): string {
  const calls = Object.keys(createClient({ baseUrl, token: "svc_tok_test_unused" })) as (keyof Client)[];
  const rows = calls.map((call) => [`\`${call}\``, CLIENT_CALLS[call]]);
  return table(["call", "what it does"], rows);
}
