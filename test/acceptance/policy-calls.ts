import { expect } from "vitest";
import { liftLimits } from "#test/harness/edge/check-edge.ts";
import { CHANGES, type Change, registerKnown, send } from "#test/harness/edge/policy-changes.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";

/** A document and a selfie that are approved. */
export const UPLOADS = CHANGES.min_age.uploads;

/** Calls about policies, to an edge of their own. */
export async function openPolicies() {
  const edge = await useCheckEdge();
  liftLimits(edge);
  await registerKnown(edge);

  const post = (path: string, body: object, key = edge.key) => edge.call("POST", path, key, body);
  const get = async (path: string, key = edge.key) => (await edge.call("GET", path, key)).body;

  async function create(policy: object = {}, name = "Standard") {
    const made = await post("/v1/policies", { name, policy });
    expect(made.status).toBe(201);
    return made.body;
  }

  let references = 0;
  const newReference = () => `customer-${++references}`;

  async function begin(body: object, customer_ref = newReference()) {
    const begun = await post("/v1/verifications", { customer_ref, ...body });
    expect(outcome(begun)).toBe("201");
    const { verification, session_token } = begun.body;
    const read = () => get(`/v1/verifications/${verification.id}`);
    return { id: verification.id as string, token: session_token.token, customer_ref, verification, read };
  }

  async function decide(
    body: object,
    uploads = UPLOADS,
    { prepare, finish }: Pick<Change, "prepare" | "finish"> = {},
  ) {
    const customerRef = newReference();
    await prepare?.(edge, customerRef);
    const begun = await begin(body, customerRef);
    await send(edge, begun, uploads);
    await finish?.(edge, begun.id);
    return begun;
  }

  const replay = async (id: string, body: object = {}) => {
    // A mode has ten replays a minute.
    edge.advance(7_000);
    const answer = await post(`/v1/policies/${id}/replay`, body);
    expect(outcome(answer)).toBe("200");
    return answer.body;
  };

  return { edge, post, get, create, begin, decide, replay };
}
