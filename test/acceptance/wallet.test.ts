import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { recallAnchor } from "#edge/operations/trust/recall-anchor.ts";
import { dossierFaults } from "#edge/verdicts/dossier/replay.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { makeIssuer } from "#test/harness/wallet/issuer.ts";
import { HOLDER, makeWallet, type WalletOptions } from "#test/harness/wallet/wallet.ts";
import { FORGED, holder, MISMATCHED } from "./wallet-forgeries.ts";
import { ACCEPTS, openWalletRig, PAGE, type Visit } from "./wallet-rig.ts";

/** The acceptance points of wallet credentials (contract §3.6.7, contract §7.9). */

const rig = await openWalletRig();
afterAll(() => rig.close());

/** The start of a codestream (ISO/IEC 15444-1). */
const JPEG_2000 = Uint8Array.from([0xff, 0x4f, 0xff, 0x51, 0, 47]);
const iaca = makeIssuer();
const pidProvider = makeIssuer({ name: "Utopia PID" });
const ageIssuer = makeIssuer({ name: "Utopia age" });
await rig.trust(iaca.ca);
await rig.trust(pidProvider.ca, "pid");
await rig.trust(ageIssuer.ca, "av");

beforeEach(() => rig.portraitOf(0));

const mdl = (options: WalletOptions = {}) => makeWallet({ issuer: iaca, holder, ...options });
const pid = (options: WalletOptions = {}) =>
  makeWallet({
    ...{ kind: "pid", format: "dc+sd-jwt" },
    issuer: pidProvider,
    holder,
    ...options,
  } as WalletOptions);
type Read = Awaited<ReturnType<Visit["read"]>>;
const reasonsOf = ({ decision_reasons }: Read) => decision_reasons.map(({ code }: { code: string }) => code);
const documentOf = ({ steps }: Read) => steps.find(({ name }: { name: string }) => name === "document");

describe("a wallet's credential", () => {
  it.each([
    ["a mobile driving licence by OpenID4VP", mdl, "openid4vp-v1-unsigned"],
    ["a mobile driving licence by a signed request", mdl, "openid4vp-v1-signed"],
    ["a mobile driving licence by org-iso-mdoc", mdl, "org-iso-mdoc"],
    ["EU person identification data as an SD-JWT", pid, "openid4vp-v1-unsigned"],
  ])("with a portrait and a live challenge is approved: %s", async (_, wallet, protocol) => {
    const visit = await rig.open();
    const answer = await rig.present(visit, wallet(), protocol);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ verification: { status: "in_progress" } });
    expect(Object.keys(answer.body.credential)).toEqual(["cred_id"]);
    await rig.showFace(visit);
    const verification = await visit.read();
    expect(verification).toMatchObject({ decision: "approved", decision_reasons: [] });
    const dossier = await rig.edge.call("GET", `/v1/verifications/${visit.id}/dossier`, rig.edge.key);
    expect(dossierFaults(dossier.body)).toEqual([]);
    expect(await rig.resultOf(answer)).toMatchObject({
      ...{ outcome: "authentic", issuing_country: "UTO", unrequested_claims: 0 },
      fields: {
        full_name: { value: "Erika Mustermann", source: "credential" },
        date_of_birth: { value: "1984-01-26" },
        document_number: { value: "L01X00T47" },
      },
    });
  });

  it("of another person than the live face is declined, and without a portrait a person decides", async () => {
    rig.portraitOf(120);
    const stranger = await rig.open();
    await rig.present(stranger, mdl());
    await rig.showFace(stranger);
    expect(reasonsOf(await stranger.read())).toEqual(["no_match"]);
    const other = await rig.open();
    await rig.present(other, mdl({ holder: { ...HOLDER, portrait: JPEG_2000 } }));
    await rig.showFace(other);
    expect(reasonsOf(await other.read())).toEqual(["no_match"]);

    const visit = await rig.open();
    await rig.present(visit, mdl({ holder: HOLDER }));
    await rig.showFace(visit);
    const verification = await visit.read();
    expect([verification.decision, reasonsOf(verification)]).toEqual([
      "review",
      ["credential_without_portrait"],
    ]);

    const unmatched = await rig.open({ ...ACCEPTS, require_face_match: false });
    await rig.present(unmatched, mdl({ holder: HOLDER }));
    await rig.showFace(unmatched);
    expect((await unmatched.read()).decision).toBe("approved");
  });

  it("that expired says so, uses no attempt, and a photo still decides", async () => {
    const visit = await rig.open();
    const answer = await rig.present(visit, mdl({ mdoc: { validUntil: Date.now() - 1_000 } }));
    expect(await rig.resultOf(answer)).toMatchObject({ outcome: "expired", fields: {} });
    expect(documentOf(await visit.read())).toMatchObject({
      ...{ status: "retry_required", attempts: 0, reason: "credential_expired" },
    });
    expect((await rig.showPassport(visit)).status).toBe(200);
    await rig.showFace(visit);
    expect((await visit.read()).decision).toBe("approved");
  });

  it("without a claim that the verification needs is not readable, and uses no attempt", async () => {
    const { birth_date: _, ...nameless } = holder;
    const visit = await rig.open();
    const answer = await rig.present(visit, mdl({ holder: nameless }));
    expect(await rig.resultOf(answer)).toMatchObject({ outcome: "not_readable", fields: {} });
    expect(documentOf(await visit.read())).toMatchObject({ attempts: 0, reason: "credential_incomplete" });
  });
});

describe("an answer", () => {
  it.each(Object.entries(MISMATCHED))("%s is rejected, and nothing is written", async (_, options) => {
    const visit = await rig.open();
    const before = await visit.read();
    const answer = await rig.present(visit, mdl(options));
    expect(outcome(answer)).toBe("400 credential_request_mismatch");
    expect(await visit.read()).toEqual(before);
    expect(await rig.rowsOf(visit, "ocr_results")).toEqual([]);
    expect((await rig.rowsOf(visit, "credential_requests")).map(({ used_at }) => used_at)).toEqual([null]);
  });

  it("by org-iso-mdoc for another origin, and one to another request, do not decrypt", async () => {
    const visit = await rig.open();
    const wrong = await rig.present(visit, mdl(), "org-iso-mdoc", "https://evil.example");
    expect(outcome(wrong)).toBe("400 credential_request_mismatch");
    const [mine, other] = [(await rig.request(visit)).body, (await rig.request(visit)).body];
    for (const { protocol, data } of other.requests) {
      const { response } = await mdl().answer({ protocol, data }, PAGE);
      const sent = await rig.send(visit, mine.request_id, protocol, response);
      expect(outcome(sent)).toBe("400 credential_request_mismatch");
    }
  });

  it("is accepted once, within 180 seconds, and only from the token that asked", async () => {
    const visit = await rig.open();
    const first = await rig.present(visit, mdl());
    const again = await rig.send(visit, first.requestId, "openid4vp-v1-unsigned", first.response);
    expect([first.status, outcome(again)]).toEqual([200, "400 credential_request_used"]);

    const late = await rig.open();
    const { request_id, requests } = (await rig.request(late)).body;
    const [{ protocol, data }] = requests;
    const { response } = await mdl().answer({ protocol, data }, PAGE);
    const session = { verification_id: late.id };
    const other = (await rig.edge.call("POST", "/v1/sessions", rig.edge.key, session)).body;
    const byOther = await rig.send({ ...late, token: other.token }, request_id, protocol, response);
    expect(outcome(byOther)).toBe("400 credential_request_mismatch");
    await rig.edge.client.execute("update credential_requests set expires_at = 1");
    const expired = await rig.send(late, request_id, protocol, response);
    expect(outcome(expired)).toBe("400 credential_request_expired");
  });

  it("of two at once counts once", async () => {
    const visit = await rig.open();
    const { request_id, requests } = (await rig.request(visit)).body;
    const { response } = await mdl().answer(requests[1], PAGE);
    const send = () => rig.send(visit, request_id, "openid4vp-v1-unsigned", response);
    const both = (await Promise.all([send(), send()])).map(outcome);
    expect(both.sort()).toEqual(["200", "400 credential_request_used"]);
    expect(await rig.rowsOf(visit, "ocr_results")).toHaveLength(1);
  });

  it("to a guessed request, or one of another verification or tenant, is 404 alike", async () => {
    const [visit, other] = [await rig.open(), await rig.open()];
    const { request_id } = (await rig.request(other)).body;
    const guessed = `${request_id.slice(0, -4)}AAAA`;
    const tenant = await rig.edge.newTenant();
    const theirs = await rig.open(ACCEPTS, tenant.keys.test);
    const foreign = (await rig.request(theirs)).body.request_id;
    const answers = await Promise.all(
      [guessed, request_id, foreign].map((id) => rig.send(visit, id, "openid4vp-v1-unsigned", "x")),
    );
    expect(new Set(answers.map(({ body, status }) => `${status} ${body.error.message}`)).size).toBe(1);
    expect(answers.map(outcome)[0]).toBe("404 not_found");
    expect((await rig.edge.fetch(new Request(`${PAGE}/v1/wallet/${guessed}`))).status).toBe(404);
  });
});

describe("a credential that is not authentic", () => {
  it.each(Object.entries(FORGED))("by %s declines", async (_, options) => {
    const visit = await rig.open();
    const answer = await rig.present(visit, mdl(options));
    expect(await rig.resultOf(answer)).toMatchObject({ outcome: "not_authentic", fields: {} });
    await rig.showFace(visit);
    expect(reasonsOf(await visit.read())).toContain("fraud_fraudulent");
  });

  it.each(["none", "HS256"])("by the algorithm %s declines", async (algorithm) => {
    const visit = await rig.open();
    const answer = await rig.present(visit, pid({ sdJwt: { algorithm } }));
    expect(await rig.resultOf(answer)).toMatchObject({ outcome: "not_authentic" });
  });

  it("of an unknown issuer is told apart: it uses no attempt, and the device learns no issuer", async () => {
    const visit = await rig.open();
    const answer = await rig.present(visit, mdl({ issuer: makeIssuer() }));
    expect(await rig.resultOf(answer)).toMatchObject({ outcome: "unknown_issuer", fields: {} });
    expect(documentOf(await visit.read())).toMatchObject({ attempts: 0, reason: "unknown_issuer" });
    const next = (await rig.edge.call("GET", `/v1/verifications/${visit.id}/next`, visit.token)).body;
    expect(next.action).toMatchObject({ methods: ["credential", "picture"], retry_reason: "not_accepted" });
  });

  it("in live mode is one of an anchor of test mode", async () => {
    const live = await rig.open(ACCEPTS, rig.edge.tenant.keys.live);
    const { requests, wallet_url } = (await rig.request(live)).body;
    // Without the operator's key no request is signed.
    expect(wallet_url).toBeNull();
    expect(requests.map(({ protocol }: { protocol: string }) => protocol)).toEqual([
      "openid4vp-v1-unsigned",
      "org-iso-mdoc",
    ]);
    await rig.present(live, mdl());
    expect((await live.read()).steps[0]).toMatchObject({ reason: "unknown_issuer" });
  });
});

async function everything(): Promise<string> {
  const folder = dirname(rig.edge.file);
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")))).join("\n");
}

const AGE = {
  ...{ purpose: "age", min_age: 18, require_face_match: false },
  ...{ document_evidence: ["credential"], credential: { accept: ["mdl", "age"] } },
} as const;

describe("claims", () => {
  it("that were not asked for are dropped unread: they are in no row, event or answer", async () => {
    const seeded = { ...holder, family_name: "QUETZALCOATL", birth_date: "1961-02-03" };
    const wallet = mdl({ holder: seeded, surplus: ["birth_date", "family_name", "portrait"] });
    const visit = await rig.open(AGE);
    const { request_id, requests } = (await rig.request(visit)).body;
    expect(JSON.stringify(requests)).not.toContain("birth_date");
    const { response } = await wallet.answer(requests[1], PAGE);
    const answer = await rig.send(visit, request_id, "openid4vp-v1-unsigned", response);
    expect(await rig.resultOf(answer)).toMatchObject({ unrequested_claims: 3, age_over: true, fields: {} });
    await rig.showFace(visit);
    expect((await visit.read()).decision).toBe("approved");
    const all = (await everything()) + JSON.stringify(answer.body) + JSON.stringify(await visit.read());
    expect(["QUETZALCOATL", "1961-02-03"].filter((seed) => all.includes(seed))).toEqual([]);
  });

  it.each([
    ["a mobile driving licence", "mdl" as const, iaca],
    ["an EU age attestation", "age" as const, ageIssuer],
  ])("of an age by %s answer by what the issuer states", async (_, kind, issuer) => {
    const decisions = [];
    for (const age_over_18 of [true, false]) {
      const visit = await rig.open(AGE);
      await rig.present(visit, makeWallet({ kind, issuer, holder: { issuing_country: "UT", age_over_18 } }));
      await rig.showFace(visit);
      const { decision, age } = await visit.read();
      decisions.push([decision, age?.satisfied, age?.method]);
    }
    expect(decisions).toEqual([
      ["approved", true, "credential"],
      ["declined", false, "credential"],
    ]);
  });

  it("that are asked for are exactly those that the policy needs", async () => {
    const asked = async (policy: object) => {
      const { requests } = (await rig.request(await rig.open({ ...ACCEPTS, ...policy }))).body;
      const [mdlQuery] = requests[1].data.dcql_query.credentials;
      return mdlQuery.claims.map(({ path }: { path: string[] }) => path.at(-1));
    };
    const identity = ["family_name", "given_name", "birth_date", "document_number", "expiry_date"];
    expect(await asked({})).toEqual([...identity, "issuing_country", "portrait"]);
    expect(await asked({ require_face_match: false })).toEqual([...identity, "issuing_country"]);
    expect(await asked(AGE)).toEqual(["age_over_18"]);
  });
});

describe("a wallet that is opened by a link", () => {
  it("fetches the signed request and posts its answer, which the page then sends to be checked", async () => {
    const visit = await rig.open();
    const { request_id, wallet_url } = (await rig.request(visit)).body;
    const uri = new URL(wallet_url).searchParams.get("request_uri")!;
    const fetched = await rig.edge.fetch(new Request(uri));
    expect(fetched.headers.get("content-type")).toBe("application/oauth-authz-req+jwt");
    const path = `/v1/verifications/${visit.id}/credentials/requests/${request_id}`;
    const stateOf = async () => (await rig.edge.call("GET", path, visit.token)).body.state;
    expect(await stateOf()).toBe("waiting");
    const early = await rig.send(visit, request_id, "direct_post");
    expect(outcome(early)).toBe("400 credential_request_mismatch");

    const { uri: responseUri, response } = await mdl().answerLink(await fetched.text());
    expect(await rig.post(responseUri, { response, state: request_id })).toBe("200");
    expect(await rig.post(responseUri, { response })).toBe("404 not_found");
    expect(await stateOf()).toBe("answered");
    const answer = await rig.send(visit, request_id, "direct_post");
    expect(await rig.resultOf(answer)).toMatchObject({ outcome: "authentic", protocol: "direct_post" });
    expect(await stateOf()).toBe("used");
    expect((await rig.rowsOf(visit, "credential_requests")).map((row) => row.answer)).toEqual([null]);
  });
});

describe("the service", () => {
  it("takes no credential that the policy does not name, and no policy that contradicts itself", async () => {
    const visit = await rig.open({});
    expect(outcome(await rig.request(visit))).toBe("409 verification_not_open");
    const create = (policy: object) =>
      rig.edge.call("POST", "/v1/verifications", rig.edge.key, { customer_ref: "x", policy });
    expect(outcome(await create({ credential: { accept: ["mdl"] } }))).toBe("400 invalid_parameter");
    expect(outcome(await create({ ...ACCEPTS, credential: { accept: ["age"] } }))).toBe(
      "400 invalid_parameter",
    );
  });

  it("makes a request for the origin of the page that asks, if the tenant lists it", async () => {
    const visit = await rig.open();
    const foreign = await rig.request(visit, { origin: "https://evil.example" });
    expect(outcome(foreign)).toBe("403 origin_not_allowed");
  });

  it("lists what rests on a recalled anchor, and erases a credential with its person", async () => {
    const issuer = makeIssuer({ name: "Recalled" });
    await rig.trust(issuer.ca);
    const visit = await rig.open();
    await rig.present(visit, mdl({ issuer, holder: { ...holder, family_name: "XOCHIQUETZAL" } }));
    await rig.showFace(visit);
    const name = { mode: "test", sha256: issuer.ca.sha256 } as const;
    const services = { ...rig.edge.services, media: null };
    const recalled = await recallAnchor(systemContext(services, Date.now()), name);
    expect(recalled).toMatchObject([{ verificationId: visit.id, decision: "approved" }]);
    const { customer_ref } = await visit.read();
    await rig.edge.call("DELETE", `/v1/customers/${customer_ref}`, rig.edge.key);
    const rows = JSON.stringify([await rig.edge.rows("ocr_results"), await rig.edge.rows("events")]);
    expect(rows).not.toContain("XOCHIQUETZAL");
    expect(await rig.rowsOf(visit, "credential_requests")).toEqual([]);
  });
});
