import { priorityOf } from "../../http/caller/priority.ts";
import type { AppContext } from "../../http/context.ts";
import { acquireIdempotencyKey, type KeptAnswer } from "../../operations/calls/idempotency-key.ts";
import { endFailedCall, reserveUsage } from "../../operations/calls/reservations.ts";
import type { CallContext } from "../../operations/commit/commit.ts";
import type { OperationServices } from "../../operations/commit/context.ts";
import { EngineUse } from "../../operations/commit/engine-use.ts";
import type { Allowance, Answer, Held } from "../../operations/commit/pending-call.ts";
import { contextOf } from "./context.ts";
import { keyedCall } from "./keyed-call.ts";

/** An operation that commits its result with the answer of the call that waits for it. */
type Operation<Input, Result> = (
  ctx: CallContext<Result, keyof OperationServices>,
  input: Input,
) => Promise<Answer>;

/** The HTTP side of an operation: the input that a request asks for, and the answer that a result gets. */
interface Spoken<C extends AppContext, Input, Result> {
  input(c: C): Input | Promise<Input>;
  /** Whether it only ends what was counted when it was made: it is not counted, where it is not billed. */
  readonly ends?: true;
  answer(result: Result, c: C): Answer;
}

/**
 * The handler of a call that writes. It holds the call's Idempotency-Key and runs the operation, which writes
 * its result in one batch with the kept answer. A call that fails gives back its key.
 */
export function recorded<C extends AppContext, Input, Result>(
  operation: Operation<Input, Result>,
  http: Spoken<C, Input, Result>,
) {
  return function recordedCall(c: C): Promise<Response> {
    return handle(c, operation, http, false);
  };
}

/**
 * The handler of a billable call that writes: one unit of usage is held before the work, and counted with the
 * result. A call that fails gives back its key, and its unit unless an engine had worked on it.
 */
export function metered<C extends AppContext, Input, Result>(
  operation: Operation<Input, Result>,
  http: Spoken<C, Input, Result>,
) {
  return function meteredCall(c: C): Promise<Response> {
    return handle(c, operation, http, true);
  };
}

async function handle<C extends AppContext, Input, Result>(
  c: C,
  operation: Operation<Input, Result>,
  http: Spoken<C, Input, Result>,
  isMetered: boolean,
): Promise<Response> {
  const keyed = await keyedCall(c);
  const key = keyed === null ? null : await acquireIdempotencyKey(contextOf(c), { call: keyed });
  if (key !== null && "body" in key) return answerAgain(c, key);
  const engines = await EngineUse.by(c.var.principal.scope, priorityOf(c));
  let held: Held = { key, unit: null };
  try {
    if (isMetered) held = { key, unit: await hold(c) };
    const input = await http.input(c);
    const allowance = isMetered || http.ends ? null : allowanceOf(c);
    const call = { held, allowance, engines, answer: (result: Result) => http.answer(result, c) };
    const { status, body } = await operation({ ...contextOf(c), call }, input);
    return c.json(body, status);
  } catch (error) {
    await endFailedCall(contextOf(c), { held, engines, error });
    throw error;
  }
}

function allowanceOf({ var: { principal } }: AppContext): Allowance {
  return principal.kind === "secret_key"
    ? { of: "server", monthlyCap: principal.monthlyCap }
    : { of: "device", verificationId: principal.verificationId };
}

const hold = (c: AppContext) => {
  const { principal, requestId } = c.var;
  return reserveUsage(contextOf(c), { id: requestId, isCapped: principal.monthlyCap !== null });
};

function answerAgain(c: AppContext, { status, body }: KeptAnswer): Response {
  return c.body(body, status, { "Content-Type": "application/json", "Idempotent-Replayed": "true" });
}
