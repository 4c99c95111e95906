import type { ApiClient } from "../../../test/harness/stack/api-client.ts";
import type { Person } from "../../material/person.ts";
import type { IN_A_CALL, Killer } from "./killer.ts";

/** Prefix of an end user's reference. */
export const MARK = "CANARY-5e1f";

export const newReference = (): string => `${MARK}-${crypto.randomUUID()}`;

/** Texts of a document that are long enough to be unique. */
const LEAST_TEXT = 9;

interface Visit {
  readonly client: ApiClient;
  readonly customerRef: string;
  readonly person: Person;
  /**
   * Data that retention does not erase, because it is kept on purpose: a registered face, and its images'
   * store.
   */
  readonly isRetained: boolean;
}

/** Every operation on one end user. Returns the texts of its document. */
export async function visit({ client, customerRef, person, isRetained }: Visit): Promise<string[]> {
  const { card, selfie } = person;
  const policy = { store_media: isRetained ? "none" : "evidence", dedupe: "review" };
  const opened = await client.post("/v1/verifications", { customer_ref: customerRef, policy });
  const device = client.as(opened.body.session_token.token);
  const scan = await device.upload("/v1/ocr/scan", { image: card });
  await device.upload("/v1/fraud/detect", { image: card });
  await device.upload("/v1/liveness/check", { mode: "passive", image_1: selfie });
  const challenge = await device.post("/v1/liveness/challenges", {});
  if (challenge.status === 201) {
    const frames = await person.perform(challenge.body.action);
    const images = Object.fromEntries(frames.map((frame, i) => [`image_${i + 1}`, frame]));
    const parts = { mode: "challenge", challenge_token: challenge.body.challenge_token, ...images };
    await device.upload("/v1/liveness/check", parts);
  }
  await client.upload("/v1/ocr/scan", { image: card, customer_ref: customerRef });
  await client.upload("/v1/face/dedupe", { image: selfie });
  // Retention erases ended verifications.
  if (isRetained) await client.post(`/v1/verifications/${opened.body.verification.id}/cancel`, {});
  else await register(client, customerRef, selfie);
  return textsOf(scan.body);
}

interface Scan {
  readonly client: ApiClient;
  readonly killer: Killer;
  readonly customerRef: string;
  readonly card: Uint8Array<ArrayBuffer>;
  /** The point of the scan at which the edge dies, if it does. */
  readonly death: (typeof IN_A_CALL)[number] | undefined;
}

/** An end user whose card is scanned and kept. A call that died is repeated. */
export async function scan({ client, killer, customerRef, card, death }: Scan): Promise<void> {
  const policy = { store_media: "evidence" };
  const opened = await client.post("/v1/verifications", { customer_ref: customerRef, policy });
  const device = client.as(opened.body.session_token.token);
  const call = () => device.upload("/v1/ocr/scan", { image: card });
  if (death !== undefined) await killer.during(death, call);
  await call();
}

/** The same person, whose frames are made once for each action: they take longer than their check. */
export function remembering(person: Person): Person {
  const performed = new Map<string, ReturnType<Person["perform"]>>();
  return {
    ...person,
    perform(action) {
      const frames = performed.get(action) ?? person.perform(action);
      performed.set(action, frames);
      return frames;
    },
  };
}

/** Texts that identify the document's holder: fields and MRZ lines. */
function textsOf(scan: { fields?: Record<string, { value: string }>; mrz?: { lines: string[] } | null }) {
  const values = Object.values(scan.fields ?? {}).map(({ value }) => value);
  return [...values, ...(scan.mrz?.lines ?? [])].filter((text) => text.length >= LEAST_TEXT);
}

async function register(client: ApiClient, customerRef: string, image: Uint8Array<ArrayBuffer>) {
  const parts = { image, customer_ref: customerRef };
  await client.upload("/v1/face/registrations", parts);
  await client.upload("/v1/face/registrations/verify", parts);
}
