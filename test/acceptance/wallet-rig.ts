import { expect } from "vitest";
import type { Mode } from "#edge/core/scope.ts";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { importAnchors } from "#edge/operations/trust/import-anchors.ts";
import { type CheckEdge, image, liftLimits, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { face, forensics, frame, MRZ, reading, templateAt } from "#test/harness/edge/inference-results.ts";
import { type Action, PERFORMED } from "#test/harness/edge/performed.ts";
import type { Identity } from "#test/harness/trust/certificates.ts";
import type { Wallet } from "#test/harness/wallet/wallet.ts";
import type { AnchorKind } from "#vocabulary/trust.ts";

/** The origin of the service's own page, and its `PUBLIC_URL`. */
export const PAGE = "http://127.0.0.1:8787";

export const ACCEPTS = {
  document_evidence: ["credential", "picture"],
  credential: { accept: ["mdl", "photo_id", "pid"] },
} as const;

/** One verification of a person with a wallet. */
export type Visit = Awaited<ReturnType<CheckEdge["verification"]>>;

/** An edge of its own, on which people answer with wallets. */
export async function openWalletRig() {
  const edge = await openCheckEdge();
  liftLimits(edge);
  let people = 0;

  const trust = (of: Identity, kind: AnchorKind = "iaca", mode: Mode = "test") => {
    const { certificate, sha256, subjectKeyId, name } = of;
    const valid = { validFrom: Date.UTC(2020, 0, 1), validTo: Date.UTC(2035, 0, 1) };
    const anchor = { certificate, sha256, country: name.country, subjectKeyId, signer: null };
    return importAnchors(operatorContext({ db: edge.db }, Date.now()), {
      ...{ mode, kind, signedBy: null, sourceSha256: sha256 },
      anchors: [{ ...anchor, ...valid }],
    });
  };

  const open = (policy: object = ACCEPTS, key = edge.key): Promise<Visit> =>
    edge.verification(policy, `customer-${++people}`, key);

  const request = ({ id, token }: Visit, headers = {}) =>
    edge.call("POST", `/v1/verifications/${id}/credentials/requests`, token, undefined, headers);

  /** Sends an answer of a wallet as a page does. */
  function send({ id, token }: Visit, requestId: string, protocol: string, response?: string) {
    const form = new FormData();
    form.set("request_id", requestId);
    form.set("protocol", protocol);
    if (response !== undefined) form.set("response", new Blob([response]), "response");
    return edge.call("POST", `/v1/verifications/${id}/credentials`, token, form);
  }

  /** A request with a link, as anyone who sees its QR code can fetch it. */
  async function link(visit: Visit): Promise<{ requestId: string; object: string }> {
    const { request_id, wallet_url } = (await request(visit)).body;
    const uri = new URL(wallet_url).searchParams.get("request_uri")!;
    const fetched = await edge.fetch(new Request(uri));
    return { requestId: request_id, object: await fetched.text() };
  }

  /** A wallet posts its answer to the link. Returns the status and the error's code. */
  async function answerLink(wallet: Wallet, object: string): Promise<string> {
    const { uri, response } = await wallet.answerLink(object);
    return post(uri, { response });
  }

  /** A wallet answers a request of the verification by this protocol. */
  async function present(visit: Visit, wallet: Wallet, protocol = "openid4vp-v1-unsigned", origin = PAGE) {
    const { request_id, requests } = (await request(visit)).body;
    const asked = requests.find((each: { protocol: string }) => each.protocol === protocol);
    const { response } = await wallet.answer(asked, origin);
    return {
      requestId: request_id as string,
      response,
      ...(await send(visit, request_id, protocol, response)),
    };
  }

  /** Posts a form as a wallet does, which has no credential. Returns the status, and the error's code. */
  async function post(path: string, form: Record<string, string>): Promise<string> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(form).toString();
    const answer = await edge.fetch(new Request(new URL(path, PAGE), { method: "POST", headers, body }));
    const { error } = (await answer.json()) as { error?: { code: string } };
    return [answer.status, ...(error === undefined ? [] : [error.code])].join(" ");
  }

  /** Whose portrait inference finds in a credential: degrees of the template. */
  const portraitOf = (degrees: number) => {
    const of = face({ landmarks: [], template: templateAt(degrees) });
    edge.answers.signedPortrait = { ...reading().portrait!, face: of };
  };

  /** Performs a challenge. */
  async function showFace({ token }: Visit, degrees = 0) {
    const { body } = await edge.call("POST", "/v1/liveness/challenges", token, {});
    edge.answers.frames = [{}, PERFORMED[body.action as Action]].map((look) =>
      frame({ ...look, template: templateAt(degrees) }, 0.9),
    );
    const form = { mode: "challenge", challenge_token: body.challenge_token as string };
    return edge.upload("/v1/liveness/check", token, { ...form, image_1: image(1), image_2: image(2) });
  }

  /** A genuine passport by photo, with this person's portrait. */
  function showPassport({ id, token }: Visit, degrees = 0) {
    const fields = MRZ.fields.map((field) => (field.value === "UTO" ? { ...field, value: "NLD" } : field));
    const portrait = { ...reading().portrait!, face: face({ landmarks: [], template: templateAt(degrees) }) };
    edge.answers.reading = reading({ mrz: { ...MRZ, fields }, portrait });
    edge.answers.forensics = forensics();
    return edge.upload(`/v1/verifications/${id}/document`, token, { front: image(7) });
  }

  /** The credential's result as a secret key reads it. */
  async function resultOf(answer: { body: { credential: { cred_id: string } } }) {
    const read = await edge.call("GET", `/v1/credentials/${answer.body.credential.cred_id}`, edge.key);
    expect(read.status).toBe(200);
    return read.body;
  }

  const rowsOf = async ({ id }: Visit, table: string) =>
    (await edge.rows(table)).filter(({ verification_id }) => verification_id === id);

  return {
    ...{
      edge,
      trust,
      open,
      request,
      send,
      present,
      post,
      link,
      answerLink,
      portraitOf,
      showFace,
      showPassport,
      resultOf,
      rowsOf,
    },
    close: edge.close,
  };
}
