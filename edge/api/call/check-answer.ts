import type { AppContext } from "../../http/context.ts";
import type { CheckResult } from "../../operations/checks.ts";
import type { Answer } from "../../operations/commit/pending-call.ts";
import { forToken, type TokenView } from "../../schemas/token-view.ts";

/** The answer of a check: a session token gets the view of its kind, a secret key the whole body. */
export const checkAnswer =
  (kind: TokenView) =>
  (result: CheckResult, c: AppContext): Answer => {
    const answer = resultAnswer(result);
    return { ...answer, body: viewFor(c, kind, answer.body) };
  };

/** The answer of a check that only a secret key may make. */
export const resultAnswer = ({ id, customerRef, body, createdAt }: CheckResult): Answer => ({
  status: 200,
  body: datedBody(body, createdAt),
  subject: { id, customerRef },
});

/** A result's body with the time when the result was made, in milliseconds since the epoch. */
export const datedBody = (body: CheckResult["body"], createdAt: number) => ({
  ...body,
  created_at: new Date(createdAt).toISOString(),
});

/** The body that the caller may see: a session token gets the view of this kind. */
export const viewFor = ({ var: { principal } }: AppContext, kind: TokenView, body: object): object =>
  principal.kind === "session_token" ? forToken(kind, body) : body;
