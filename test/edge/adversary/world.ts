import { newSecretKey } from "#edge/auth/secret-key.ts";
import { newId } from "#edge/core/ids.ts";
import { commit } from "#edge/store/batch.ts";
import { insertKey, revokeKey } from "#edge/store/tenancy/keys.ts";
import { makeWallet } from "#test/harness/wallet/wallet.ts";
import { type CheckEdge, formOf, image } from "../../harness/edge/check-edge.ts";
import { type Answered, secretOf, type TestTenant } from "../../harness/edge/test-edge.ts";
import type { Kind, Sent } from "./row.ts";

export type Ids = Readonly<Record<Kind, string>>;

/** A caller, and the answers that the credential alone causes; null: the row's answer. */
export interface Caller {
  readonly who: string;
  readonly kind: "secret_key" | "session_token" | "anonymous";
  readonly credential: string | undefined;
  readonly refusal: string | null;
  /** Whether the things that this caller creates belong to the victim as well. */
  readonly sharesScope?: true;
}

/** One object of every kind for one victim, unused ids, and all callers without access to the victim's. */
export interface World {
  readonly victim: TestTenant;
  readonly stranger: TestTenant;
  /** The victim's credentials in test mode; the token is of the verification that `ids` names. */
  readonly owner: {
    readonly secret_key: string;
    readonly session_token: string;
    readonly link: string;
    readonly code: string;
  };
  /** The victim's, in test mode. */
  readonly ids: Ids;
  /** Of the same form, and of no record. They are as old as the victim's. */
  readonly missing: Ids;
  readonly outsiders: readonly Caller[];
}

/** The token of the victim's verification, on calls for keys only. */
export const ownToken = ({ owner }: World): Caller => ({
  who: "the verification's own token",
  kind: "session_token",
  credential: owner.session_token,
  refusal: "403 token_scope_insufficient",
});

/** Makes a call of the table. */
export function call(
  edge: CheckEdge,
  method: string,
  sent: Sent,
  credential: string | undefined,
  headers = {},
) {
  const { path, json, form } = sent;
  return edge.call(method, path, credential, form === undefined ? json : formOf(form), headers);
}

/** A world of new tenants. Lets 2 minutes pass, so that a token expires. */
export async function newWorld(edge: CheckEdge): Promise<World> {
  const [victim, stranger] = [await edge.newTenant(), await edge.newTenant()];
  await edge.client.execute({
    sql: "update tenants set store_media = 'portrait' where id in (?, ?)",
    args: [victim.id, stranger.id],
  });
  const tokenOf = (key: string, more = {}) => session(edge, key, more);
  const expired = await tokenOf(victim.keys.test, { ttl_seconds: 60 });
  edge.advance(120_000);
  const tokens = {
    "another tenant's token": (await tokenOf(stranger.keys.test)).token,
    "the other mode's token": (await tokenOf(victim.keys.live)).token,
  };
  const sibling = (await tokenOf(victim.keys.test)).token;
  const { ids, token, link, code, revoked } = await oneOfEach(edge, victim.keys.test);
  const revokedKey = await anotherKey(edge, victim);
  const keys = {
    "another tenant's key": stranger.keys.test,
    "another tenant's live key": stranger.keys.live,
    "the other mode's key": victim.keys.live,
  };
  const shutOut = [
    ["a revoked key", "secret_key", revokedKey, "401 api_key_revoked"],
    ["a revoked token", "session_token", revoked, "401 token_revoked"],
    ["an expired token", "session_token", expired.token, "401 token_expired"],
    ["no credential", "anonymous", undefined, "401 missing_credentials"],
  ] as const;
  const calls = (kind: Caller["kind"]) => {
    return ([who, credential]: [string, string]): Caller => ({ who, kind, credential, refusal: null });
  };
  return {
    victim,
    stranger,
    owner: { secret_key: victim.keys.test, session_token: token, link, code },
    ids,
    missing: neverWere(edge, ids),
    outsiders: [
      ...Object.entries(keys).map(calls("secret_key")),
      ...Object.entries(tokens).map(calls("session_token")),
      { ...calls("session_token")(["another verification's token", sibling]), sharesScope: true },
      ...shutOut.map(([who, kind, credential, refusal]): Caller => ({ who, kind, credential, refusal })),
    ],
  };
}

async function must(answer: Promise<Answered>, status: number): Promise<Answered["body"]> {
  const { status: got, body, text } = await answer;
  if (got !== status) throw new Error(`The world cannot be created: ${got} ${text}`);
  return body;
}

const session = (edge: CheckEdge, key: string, more: object) => {
  const body = "verification_id" in more ? more : { customer_ref: newRef(), ...more };
  return must(edge.call("POST", "/v1/sessions", key, body), 201);
};

const newRef = () => `customer-${crypto.randomUUID()}`;

/** A second key of the tenant, revoked. */
async function anotherKey(edge: CheckEdge, tenant: TestTenant): Promise<string> {
  const { key, hash, hint } = await newSecretKey(edge.services.serviceKey, "test");
  const id = newId("apiKey", Date.now());
  const row = { id, hash, hint, createdAt: Date.now() };
  await commit(edge.db, [
    insertKey(edge.db, tenant.scope("test"), row),
    revokeKey(edge.db, tenant.id, id, Date.now()),
  ]);
  return key;
}

/** The result of a credential whose issuer nobody trusts. */
async function oneCredential(edge: CheckEdge, key: string, customer_ref: string): Promise<string> {
  const policy = { document_evidence: ["credential"] };
  const created = await must(edge.call("POST", "/v1/verifications", key, { customer_ref, policy }), 201);
  const path = `/v1/verifications/${created.verification.id}/credentials`;
  const { token } = created.session_token;
  const { request_id, requests } = await must(edge.call("POST", `${path}/requests`, token), 201);
  const [{ protocol, data }] = requests;
  const { response } = await makeWallet().answer({ protocol, data }, edge.services.env.PUBLIC_URL);
  const form = { request_id, protocol, response: new TextEncoder().encode(response) };
  return (await must(edge.upload(path, token, form), 200)).credential.cred_id;
}

/** One object of every kind, created with this key, and the verification's token beside a revoked one. */
export async function oneOfEach(
  edge: CheckEdge,
  key: string,
): Promise<{ ids: Ids; token: string; link: string; code: string; revoked: string }> {
  const customer = newRef();
  const upload = (path: string, form: Sent["form"], status = 200) =>
    must(call(edge, "POST", { path, ...(form && { form }) }, key), status);
  const photo = { image: image(), customer_ref: customer };
  const checked = { external_checks: [{ name: "watchlist" }] };
  const created = await must(
    edge.call("POST", "/v1/verifications", key, { customer_ref: customer, policy: checked }),
    201,
  );
  const scan = await upload("/v1/ocr/scan", photo);
  const live = await upload("/v1/liveness/check", {
    mode: "passive",
    image_1: image(),
    customer_ref: customer,
  });
  const { token } = created.session_token;
  const challenge = await must(edge.call("POST", "/v1/liveness/challenges", token, {}), 201);
  const revoked = await session(edge, key, { verification_id: created.verification.id });
  await must(edge.call("DELETE", `/v1/sessions/${revoked.jti}`, key), 204);
  // After the revocation, which cancels the work of such tokens.
  const handoff = await must(edge.call("POST", "/v1/handoffs", token, {}), 201);
  const registration = await upload("/v1/face/registrations", photo, 201);
  const { data } = await must(edge.call("GET", "/v1/events", key), 200);
  const hook = { url: "https://example.com/hook", events: ["verification.completed"] };
  const endpoint = await must(edge.call("POST", "/v1/webhook-endpoints", key, hook), 201);
  const passport = { kind: "document", issuing_country: "UTO", document_number: "X1" };
  const item = await must(edge.call("POST", "/v1/lists/block/items", key, passport), 201);
  const policy = await must(edge.call("POST", "/v1/policies", key, { name: "Standard", policy: {} }), 201);
  const { pathname, search } = new URL(scan.portrait);
  const ids = {
    verification: created.verification.id,
    token: created.session_token.jti,
    customer,
    ocr: scan.ocr_id,
    fraud: (await upload("/v1/fraud/detect", photo)).fc_id,
    liveness: live.lc_id,
    faceMatch: (await upload("/v1/face/verify", { image_a: image(1), image_b: image(2) })).id,
    signed: (await upload("/v1/chip/verify", { sod: image(), dg1: image(), dg2: image() })).chip_id,
    credential: await oneCredential(edge, key, customer),
    registration: registration.registration_id,
    challenge: challenge.challenge_token,
    handoff: handoff.id,
    event: data[0].id,
    endpoint: endpoint.id,
    listItem: item.id,
    policy: policy.id,
    portrait: pathname + search,
  };
  return { ids, token, link: secretOf(created.url), code: secretOf(handoff.url), revoked: revoked.token };
}

/** Unused ids of the same form. */
function neverWere(edge: CheckEdge, ids: Ids): Ids {
  const now = edge.services.clock();
  const forged = (text: string) => text.slice(0, -12) + (text.at(-12) === "0" ? "1" : "0") + text.slice(-11);
  return {
    verification: newId("verification", now),
    token: newId("token", now),
    customer: newRef(),
    ocr: newId("ocr", now),
    fraud: newId("fraud", now),
    liveness: newId("liveness", now),
    faceMatch: newId("faceMatch", now),
    signed: newId("signed", now),
    credential: newId("credential", now),
    registration: newId("registration", now),
    challenge: forged(ids.challenge),
    handoff: newId("handoff", now),
    event: newId("event", now),
    endpoint: newId("endpoint", now),
    listItem: newId("listItem", now),
    policy: newId("policy", now),
    portrait: forged(ids.portrait),
  };
}
