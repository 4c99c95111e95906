import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Template } from "#edge/inference/port.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { newHash, shown } from "#test/harness/edge/hashes.ts";
import { face, forensics, frame, MRZ, reading } from "#test/harness/edge/inference-results.ts";
import { type Action, PERFORMED } from "#test/harness/edge/performed.ts";

export const ENROL = { register_on_approval: "create" } as const;
export const RETURN = { steps: ["liveness"], match_registered: "require" } as const;

/** Degrees of the templates of two people: the harness's faces match up to 60 degrees. */
export const ANNA = 0;
export const STRANGER = 120;
/** Within the band in which a comparison is inconclusive. */
export const UNSURE = 70;

/** One verification: its ids, and what its end user does. */
export interface Visit {
  readonly id: string;
  readonly token: string;
  readonly key: string;
  read: Awaited<ReturnType<CheckEdge["verification"]>>["read"];
}

/** Its own edge, on which people register and return. */
export async function openReturnRig() {
  const edge = await openCheckEdge();
  const live = edge.tenant.keys.live;

  const create = (customer: string, policy: object, key = live) =>
    edge.call("POST", "/v1/verifications", key, { customer_ref: customer, policy });

  async function open(customer: string, policy: object, key = live): Promise<Visit> {
    return { ...(await edge.verification(policy, customer, key)), key };
  }

  /** Agrees to the texts of the page: to the verification, and to be recognised later if asked so. */
  async function consent({ id, token }: Visit, purposes?: readonly string[]) {
    const { consent_text, recognition_text } = (await edge.call("GET", "/v1/capture/page", token)).body;
    const { version, sha256, locale } = consent_text;
    const answer = await edge.call("POST", `/v1/verifications/${id}/consent`, token, {
      ...{ version, sha256, locale },
      ...(purposes && { purposes }),
      ...(purposes?.includes("return") && { recognition_sha256: recognition_text.sha256 }),
    });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  /** A genuine document of a state that is not the specimens', with this portrait. */
  async function showDocument({ id, token }: Visit, portrait: Template, changes: object = {}) {
    const fields = MRZ.fields.map((field) => (field.value === "UTO" ? { ...field, value: "NLD" } : field));
    const place = { ...reading().portrait!, face: face({ landmarks: [], template: portrait }) };
    edge.answers.reading = reading({ mrz: { ...MRZ, fields }, portrait: place });
    edge.answers.forensics = forensics(changes);
    const front = image(randomBytes(1)[0]);
    expect((await edge.upload(`/v1/verifications/${id}/document`, token, { front })).status).toBe(200);
  }

  /** The frames of a performed challenge, and the form that sends them. */
  async function prepare({ token }: Visit, degrees: number, hashes: readonly Uint8Array[]) {
    const { body } = await edge.call("POST", "/v1/liveness/challenges", token, {});
    const looks = [{}, PERFORMED[body.action as Action]];
    const frames = looks.map((look, n) => frame({ ...look, template: shown(hashes[n], degrees) }));
    const form = { mode: "challenge", challenge_token: body.challenge_token as string };
    return { frames, form: { ...form, image_1: image(1), image_2: image(2) } };
  }

  /** Performs a challenge, by default in new photos. */
  async function showFace(visit: Visit, degrees: number, ...hashes: Uint8Array[]) {
    const photos = [hashes[0] ?? newHash(), hashes[1] ?? newHash()];
    const { frames, form } = await prepare(visit, degrees, photos);
    edge.answers.frames = frames;
    return edge.upload("/v1/liveness/check", visit.token, form);
  }

  /** A whole verification with a document, and consent to be recognised, unless the call says otherwise. */
  async function enrol(
    customer: string,
    given: { policy?: object; purposes?: readonly string[]; key?: string; portrait?: Template } = {},
  ): Promise<Visit> {
    const visit = await open(customer, given.policy ?? ENROL, given.key);
    await consent(visit, given.purposes ?? ["verify", "return"]);
    await showDocument(visit, given.portrait ?? shown(newHash(), 10));
    await showFace(visit, ANNA);
    return visit;
  }

  /** A whole return: one challenge. */
  async function comeBack(customer: string, degrees: number, policy: object = RETURN): Promise<Visit> {
    const visit = await open(customer, policy);
    await showFace(visit, degrees);
    return visit;
  }

  const registrationOf = (customer: string, key = live) =>
    edge.call("POST", "/v1/face/registrations/read", key, { customer_ref: customer });

  /** Registers an uploaded face. */
  async function upload(customer: string, degrees: number, replace = false) {
    edge.answers.faces.image = { ...frame({ template: shown(newHash(), degrees) }).analysis };
    const form = { image: image(), customer_ref: customer, replace: String(replace) };
    return edge.upload("/v1/face/registrations", live, form);
  }

  /** The result of the verification's last comparison. */
  async function comparison({ id, key }: Visit) {
    const rows = await edge.rows("face_matches");
    const last = rows.filter(
      ({ verification_id, kind }) => verification_id === id && kind === "verification",
    );
    return (await edge.call("GET", `/v1/face/verify/${last.at(-1)!.id}`, key)).body;
  }

  const rule = (id: string, ruling: string, reason: string) =>
    edge.call("POST", `/v1/verifications/${id}/review`, live, { ruling, reason, acting_as: "ada" });

  return {
    ...{ edge, live, create, open, consent, showDocument, prepare, showFace, enrol, comeBack },
    ...{ registrationOf, upload, comparison, rule },
    /** Rows of faces that are registered now. */
    active: async () => (await edge.rows("face_templates")).filter(({ deleted_at }) => deleted_at === null),
  };
}
