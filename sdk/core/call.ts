import type { OperationName, OperationRow, Operations } from "../gen/operations.ts";
import { attempt, type Credential } from "./attempt.ts";
import type { ErrorCode } from "./error.ts";
import { waitBeforeRetry } from "./retry.ts";
import {
  type CallOptions,
  type CallSettings,
  forCall,
  type Held,
  type Settings,
  settingsOf,
} from "./settings.ts";
import { type Clock, sleep, systemClock } from "./time.ts";
import { increasing, type SendingWith } from "./wire/progress.ts";
import { type Input, type WireRequest, writeRequest } from "./wire/request.ts";

type View = "answer" | "answerToToken";
/** The answer for a kind of credential; nothing if it may not call. */
type Answer<Name extends OperationName, Seen extends View> =
  Operations[Name] extends Readonly<Record<Seen, infer Result>> ? Result : never;

/**
 * Calls an operation; the view selects the answer for the kind of credential. Undefined if the answer in
 * `held` is still current.
 */
export type Caller<Seen extends View> = <Name extends OperationName>(
  operation: OperationRow<Name>,
  input: Input<Name>,
  options?: CallOptions & { readonly held?: Held },
) => Promise<Answer<Name, Seen>>;

/**
 * Throws a TypeError for invalid settings.
 *
 * @param sendingWith How an upload is sent with progress; without it only the end is reported.
 */
export function createCaller<Seen extends View>(
  options: Settings,
  credential: Credential,
  clock: Clock = systemClock,
  sendingWith?: SendingWith,
): Caller<Seen> {
  const settings = settingsOf(options);
  return async (operation, input, callOptions) => {
    const call = withProgress(forCall(settings, callOptions), operation, sendingWith);
    const request = keyed(await writeRequest(operation, input), call, clock);
    const answer = await repeat({ operation, request, call, credential, clock });
    return answer as Answer<(typeof operation)[0], Seen>;
  };
}

/** All attempts of an upload report one progress. */
function withProgress(
  call: CallSettings,
  [, , , body]: OperationRow,
  sendingWith?: SendingWith,
): CallSettings {
  const { onProgress, isOwnFetch } = call;
  if (onProgress === undefined || body !== "form") return { ...call, onProgress: undefined };
  const report = increasing(onProgress);
  const fetch = (isOwnFetch ? sendingWith?.(report) : undefined) ?? call.fetch;
  return { ...call, fetch, onProgress: report };
}

/** The same key at every attempt: a repeated call gets the first one's answer. */
function keyed(request: WireRequest, { idempotencyKey }: CallSettings, clock: Clock): WireRequest {
  if (request.method !== "POST") return request;
  const key = idempotencyKey ?? clock.newKey();
  return { ...request, headers: { ...request.headers, "idempotency-key": key } };
}

interface Call {
  readonly operation: OperationRow;
  readonly request: WireRequest;
  readonly call: CallSettings;
  readonly credential: Credential;
  readonly clock: Clock;
}

/** Attempts until an answer, a final failure or the deadline. */
async function repeat({ operation, request, call, credential, clock }: Call): Promise<unknown> {
  const [name, , , body, kind, open] = operation;
  const deadline = clock.now() + call.timeoutMs;
  const earlier: ErrorCode[] = [];
  let refused: string | undefined;
  for (;;) {
    const started = clock.now();
    const ms = Math.min(call.attemptTimeoutMs, deadline - started);
    const authorize = open ? undefined : () => credential(refused);
    const { answer, failure, shown } = await attempt({ request, kind, authorize, call, ms, clock });
    const retryInMs =
      failure &&
      waitBeforeRetry({
        code: failure.code,
        retryAfter: failure.retryAfter,
        earlier,
        sendsImages: body === "form",
        maxRetries: call.maxRetries,
        remaining: deadline - clock.now(),
        random: clock.random(),
      });
    call.onAttempt?.({
      operation: name,
      attempt: earlier.length + 1,
      code: failure?.code,
      requestId: failure?.requestId,
      elapsedMs: clock.now() - started,
      retryInMs,
    });
    if (failure === undefined) {
      call.onProgress?.(1);
      return answer;
    }
    if (retryInMs === undefined) throw failure;
    if (failure.code === "token_expired") refused = shown;
    earlier.push(failure.code);
    await sleep(retryInMs, { signal: call.signal, clock });
  }
}
