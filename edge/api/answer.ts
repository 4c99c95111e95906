import type { Answer, AppContext } from "../http/context.ts";
import { commit, type Statement } from "../store/batch.ts";
import { hasQueued } from "../store/deliveries.ts";

/** What must go into the batch of a call's result besides the result: its use, and its answer under its key. */
export async function riding(c: AppContext, answer: Answer): Promise<Statement[]> {
  const statements = await Promise.all(c.var.riders.map((rider) => rider(answer)));
  return statements.flat();
}

/** Writes what a call has made, in one batch with the books about it, and answers; deliveries that it queued begin. */
export async function commitAnswer(
  c: AppContext,
  statements: readonly Statement[],
  answer: Answer,
): Promise<Response> {
  const { services } = c.var;
  const results = await commit(services.db, [...statements, ...(await riding(c, answer))]);
  if (hasQueued(results)) services.wakeDispatcher();
  return respond(c, answer);
}

/** Answers what has been written already. */
export function respond(c: AppContext, { status, body }: Answer): Response {
  return c.json(body, status);
}
