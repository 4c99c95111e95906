import { systemContext } from "#edge/operations/commit/context.ts";
import { sweepMedia } from "#edge/operations/media.ts";
import { changeSettings } from "#edge/operations/tenants/tenant.ts";
import { type CheckEdge, image } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading, templateAt } from "#test/harness/edge/inference-results.ts";

export const DAY = 24 * 60 * 60 * 1000;
export const ON = { contest: "on" };
export const WORDS = "The photo on my passport is ten years old.";
export const APPROVE = { ruling: "approved", reason: "identity_confirmed", note: "Seen on a call." };
export const UPHOLD = { ruling: "declined", reason: "face_mismatch" };

const model = { name: "seams", version: "1" };
export const tampered = forensics({
  signals: [{ name: "splicing", score: 0.6, region: [1, 2, 3, 4], model }],
});

/** The next selfie shows another face than the document, which is genuine. */
export function showAnother({ answers }: CheckEdge): void {
  answers.frames = [frame({ template: templateAt(80) }, 0.9)];
  answers.reading = reading();
  answers.forensics = forensics();
}

/** Calls of a declined person, of a reviewer and of an operator. */
export function contestCalls(edge: CheckEdge) {
  let persons = 0;
  const newReference = () => `contester-${++persons}`;

  async function send(id: string, token: string): Promise<void> {
    await edge.upload(`/v1/verifications/${id}/document`, token, { front: image() });
    await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(2) });
  }

  /** A verification that the service has declined. */
  async function declined(policy: object = ON) {
    const customerRef = newReference();
    const made = await edge.verification(policy, customerRef);
    await send(made.id, made.token);
    const { decision } = await made.read();
    if (decision !== "declined") throw new Error(`The verification is ${decision}.`);
    return { ...made, customerRef };
  }

  type Declined = Pick<Awaited<ReturnType<typeof declined>>, "id" | "token">;
  const operator = () => ({
    ...{ services: edge.services, tenantId: edge.tenant.id, scope: edge.tenant.scope("test") },
    ...{ actor: { kind: "operator" } as const, now: edge.services.clock() },
  });
  return {
    newReference,
    send,
    declined,
    contest: ({ id, token }: Declined, body: object = { statement: WORDS }, headers = {}) =>
      edge.call("POST", `/v1/verifications/${id}/contest`, token, body, headers),
    next: async ({ id, token }: Declined) =>
      (await edge.call("GET", `/v1/verifications/${id}/next`, token)).body,
    reviews: async (query = "") => (await edge.call("GET", `/v1/reviews${query}`, edge.key)).body,
    rule: (id: string, acting_as: string, judged: object) =>
      edge.call("POST", `/v1/verifications/${id}/review`, edge.key, { acting_as, ...judged }),
    /** The events of a verification: type and data. */
    eventsOf: async (id: string) =>
      (await edge.rows("events"))
        .filter(({ subject_id }) => subject_id === id)
        .map(({ type, body }) => [type, JSON.parse(String(body)).data] as const),
    /** The kinds of images that are kept of a verification. */
    kept: async ({ id }: Declined) => [
      ...new Set(
        (await edge.rows("media_objects"))
          .filter((row) => row.verification_id === id && row.state === "kept")
          .map(({ kind }) => String(kind))
          .toSorted(),
      ),
    ],
    sweep: () => sweepMedia(systemContext(edge.services, edge.services.clock())),
    change: (settings: Parameters<typeof changeSettings>[1]) => changeSettings(operator(), settings),
  };
}
