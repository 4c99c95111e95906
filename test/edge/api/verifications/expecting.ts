import { type CheckEdge, image } from "#test/harness/edge/check-edge.ts";

interface Given {
  readonly expected?: object;
  readonly metadata?: object;
  readonly policy?: object;
}

let references = 0;

/** Verifications with expected details, from their start to their decision, on one edge. */
export function expecting(edge: CheckEdge) {
  async function begin(given: Given) {
    const customer_ref = `customer-${++references}`;
    const created = await edge.call("POST", "/v1/verifications", edge.key, { customer_ref, ...given });
    const { verification, session_token } = created.body;
    const { id } = verification;
    const token: string = session_token.token;
    const read = async (by = edge.key) => (await edge.call("GET", `/v1/verifications/${id}`, by)).body;
    return { id, token, customer_ref, created: verification, read };
  }
  type Begun = Awaited<ReturnType<typeof begin>>;
  const show = ({ id, token }: Begun, parts = { front: image(1) }, by = token) =>
    edge.upload(`/v1/verifications/${id}/document`, by, parts);
  async function finish(begun: Begun, parts = { front: image(1) }) {
    await show(begun, parts);
    await edge.upload("/v1/liveness/check", begun.token, { mode: "passive", image_1: image(9) });
    return begun.read();
  }
  const eventsOf = async ({ id, customer_ref }: Begun) =>
    (await edge.rows("events")).filter(
      ({ subject_id, customer_ref: ref }) => subject_id === id || ref === customer_ref,
    );
  return { begin, show, finish, eventsOf };
}

export const codesOf = ({ decision_reasons }: { decision_reasons: { code: string }[] }) =>
  decision_reasons.map(({ code }) => code);
export const resultsOf = ({ details }: { details: { field: string; result: string }[] }) =>
  Object.fromEntries(details.map(({ field, result }) => [field, result]));
