import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { StatusLists } from "#edge/operations/credentials/status-lists.ts";
import { keepWalletAnswer } from "#edge/operations/credentials/wallet-answer.ts";
import { findWalletRequest } from "#edge/store/verifications/credential-requests.ts";
import { newOwner } from "#test/dashboard/visitor.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { makeIssuer } from "#test/harness/wallet/issuer.ts";
import { listCwt } from "#test/harness/wallet/status-list.ts";
import { makeWallet, type WalletOptions } from "#test/harness/wallet/wallet.ts";
import { FORGED, holder, MISMATCHED } from "./wallet-forgeries.ts";
import { openWalletRig, type Visit } from "./wallet-rig.ts";

/**
 * Whose signature lets a credential count, and what counts for nothing (contract §3.6.7, contract §3.22,
 * contract §7.9).
 */

const rig = await openWalletRig();
afterAll(() => rig.close());
const iaca = makeIssuer();
await rig.trust(iaca.ca);
beforeEach(() => rig.portraitOf(0));

const mdl = (options: WalletOptions = {}) => makeWallet({ issuer: iaca, holder, ...options });
const documentOf = ({ steps }: Awaited<ReturnType<Visit["read"]>>) =>
  steps.find(({ name }: { name: string }) => name === "document");

/** Answers of somebody who has seen the link, without a credential of a trusted issuer. */
const ONLOOKERS: Readonly<Record<string, [WalletOptions, string]>> = {
  "of an unknown issuer": [{ issuer: makeIssuer() }, "400 credential_untrusted"],
  "with a changed claim": [FORGED["a changed claim"]!, "400 credential_untrusted"],
  "with a date of the issuer changed": [FORGED["a changed date of its issuer"]!, "400 credential_untrusted"],
  "that another country has signed": [FORGED["another country's signer"]!, "400 credential_untrusted"],
  "without one reading": [FORGED["a duplicate CBOR key"]!, "400 credential_untrusted"],
  "by an algorithm that is not verified": [{ mdoc: { algorithm: -8 } }, "400 credential_untrusted"],
  "that its device did not sign": [
    MISMATCHED["that its device did not sign"]!,
    "400 credential_request_mismatch",
  ],
};

it("the dashboard shows who signed a credential, the trust anchor, and what was not checked", async () => {
  const { visitor, key } = await newOwner(rig.edge);
  const { body } = await rig.present(await rig.open(undefined, key), mdl());
  const { text } = await visitor.get(`/dashboard/test/credentials/${body.credential.cred_id}`);
  const { issuer } = (await rig.edge.call("GET", `/v1/credentials/${body.credential.cred_id}`, key)).body;
  expect(issuer).toMatchObject({ country: "UT", anchor: { sha256: iaca.ca.sha256 } });
  for (const fact of [
    "Format</dt><dd>mso_mdoc, org.iso.18013.5.1.mDL",
    `Signed by</dt><dd>${issuer.name}`,
    "Country of the signer</dt><dd>UT",
    `Trust anchor</dt><dd><code>${iaca.ca.sha256}</code>`,
    "Not checked</dt><dd>status, holder presence",
  ])
    expect(text).toContain(`<dt>${fact}</dd>`);
});

describe("somebody who has seen a wallet's link", () => {
  it.each(Object.entries(ONLOOKERS))(
    "settles nothing by an answer %s: it is rejected, and the end user's wallet still answers",
    async (_, [options, rejection]) => {
      const visit = await rig.open();
      const before = await visit.read();
      const { requestId, object } = await rig.link(visit);
      expect(await rig.answerLink(mdl(options), object)).toBe(rejection);
      expect(await visit.read()).toEqual(before);
      expect(await rig.rowsOf(visit, "ocr_results")).toEqual([]);
      expect(await rig.answerLink(mdl(), object)).toBe("200");
      const answer = await rig.send(visit, requestId, "direct_post");
      expect(await rig.resultOf(answer)).toMatchObject({ outcome: "authentic" });
      await rig.showFace(visit);
      expect((await visit.read()).decision).toBe("approved");
    },
  );

  it("ends a request with the tenth rejected answer, and no verification", async () => {
    const visit = await rig.open();
    const before = await visit.read();
    const { requestId, object } = await rig.link(visit);
    const forger = mdl({ issuer: makeIssuer() });
    for (let n = 0; n < 10; n++) {
      expect(await rig.answerLink(forger, object)).toBe("400 credential_untrusted");
    }
    expect(await rig.answerLink(mdl(), object)).toBe("404 not_found");
    const path = `/v1/verifications/${visit.id}/credentials/requests/${requestId}`;
    expect((await rig.edge.call("GET", path, visit.token)).body.state).toBe("expired");
    expect(await visit.read()).toEqual(before);
    expect((await rig.present(visit, mdl())).status).toBe(200);
  });

  it("ends nothing by answers on their way when the end user's wallet answers", async () => {
    const visit = await rig.open();
    const { requestId, object } = await rig.link(visit);
    const { services } = rig.edge;
    const row = (await findWalletRequest(services.db, requestId))!;
    expect(await rig.answerLink(mdl(), object)).toBe("200");
    const late = { services, actor: { kind: "visitor", address: null }, now: services.clock() } as const;
    for (let n = 0; n < 10; n++) {
      await expect(keepWalletAnswer(late, { row, answer: "forged" })).rejects.toThrow();
    }
    expect((await rig.send(visit, requestId, "direct_post")).status).toBe(200);
  });
});

const brainpool = (curve: string) => makeIssuer({ ca: iaca.ca, curve });

describe("a credential by an algorithm that is not verified here", () => {
  it.each([
    ["a signer on brainpoolP256r1", { issuer: brainpool("brainpoolP256r1") }, "brainpoolP256r1"],
    ["a signer on brainpoolP384r1", { issuer: brainpool("brainpoolP384r1") }, "brainpoolP384r1"],
    ["ESB256, a brainpool signature", { mdoc: { algorithm: -265 } }, "ESB256"],
    ["EdDSA", { mdoc: { algorithm: -8 } }, "EdDSA"],
  ] as const)("names it, uses no attempt, and a photo still decides: %s", async (_, options, name) => {
    const visit = await rig.open();
    const answer = await rig.present(visit, mdl(options));
    expect(await rig.resultOf(answer)).toMatchObject({
      ...{ outcome: "unsupported_algorithm", unsupported_algorithm: name, fields: {}, issuer: null },
    });
    expect(documentOf(await visit.read())).toMatchObject({ attempts: 0, reason: "unsupported_algorithm" });
    expect((await rig.showPassport(visit)).status).toBe(200);
    await rig.showFace(visit);
    expect((await visit.read()).decision).toBe("approved");
  });

  it("is named also if a trust anchor has the key that is not verified", async () => {
    const ca = newIdentity({ country: "UT", commonName: "Brainpool IACA", curve: "brainpoolP256r1" });
    await rig.trust(ca);
    const visit = await rig.open();
    const answer = await rig.present(visit, mdl({ issuer: makeIssuer({ ca }) }));
    expect(await rig.resultOf(answer)).toMatchObject({ unsupported_algorithm: "brainpoolP256r1" });
  });
});

describe("the status list that a credential names", () => {
  const uri = "https://status.example/1";
  const status = (idx: number) => ({
    mdoc: { status: new Map([["status_list", new Map<string, unknown>(Object.entries({ idx, uri }))]]) },
  });
  const listed = () => listCwt({ uri, signer: iaca.signer, statuses: [0, 1, 2] });
  const fetchLists = (answer: () => Response) => {
    const statusLists = new StatusLists({ fetch: async () => answer() }, { allowLocal: false });
    Object.assign(rig.edge.services, { statusLists });
  };
  afterEach(() => Object.assign(rig.edge.services, { statusLists: null }));

  it("is not fetched by default, which the result says", async () => {
    const answer = await rig.present(await rig.open(), mdl(status(1)));
    expect(await rig.resultOf(answer)).toMatchObject({
      ...{ outcome: "authentic", not_checked: ["status", "holder_presence"] },
    });
  });

  it("lets a valid one count, and a revoked or suspended one not: it uses no attempt, and a photo decides", async () => {
    fetchLists(() => new Response(Buffer.from(listed())));
    const valid = await rig.present(await rig.open(), mdl(status(0)));
    expect(await rig.resultOf(valid)).toMatchObject({
      outcome: "authentic",
      not_checked: ["holder_presence"],
    });
    for (const index of [1, 2]) {
      const visit = await rig.open();
      const answer = await rig.present(visit, mdl(status(index)));
      expect(await rig.resultOf(answer)).toMatchObject({ outcome: "revoked", fields: {} });
      expect(documentOf(await visit.read())).toMatchObject({ attempts: 0, reason: "credential_revoked" });
      expect((await rig.showPassport(visit)).status).toBe(200);
    }
    const unlisted = await rig.present(await rig.open(), mdl());
    expect((await rig.resultOf(unlisted)).not_checked).toContain("status");
  });

  it("is 503 if it cannot be used: nothing is written, and the same answer can be sent again", async () => {
    let isUp = false;
    fetchLists(() => (isUp ? new Response(Buffer.from(listed())) : new Response(null, { status: 500 })));
    const visit = await rig.open();
    const before = await visit.read();
    const { requestId, response, ...first } = await rig.present(visit, mdl(status(0)));
    expect(outcome(first)).toBe("503 service_unavailable");
    expect(await visit.read()).toEqual(before);
    isUp = true;
    const again = await rig.send(visit, requestId, "openid4vp-v1-unsigned", response);
    expect(await rig.resultOf(again)).toMatchObject({ outcome: "authentic" });
  });
});
