import type { OperationRow } from "../gen/operations.ts";
import { SelfsameError } from "./error.ts";
import type { CallSettings, Held } from "./settings.ts";
import { type Clock, within } from "./time.ts";
import { readAnswer } from "./wire/answer.ts";
import type { WireRequest } from "./wire/request.ts";

/** The credential to show: not the one that was rejected as expired. */
export type Credential = (refused: string | undefined) => Promise<string>;

interface Attempt {
  readonly request: WireRequest;
  readonly kind: OperationRow[4];
  /** Undefined for an operation without a credential. */
  readonly authorize: (() => Promise<string>) | undefined;
  readonly call: CallSettings;
  /** The most that it may take. */
  readonly ms: number;
  readonly clock: Clock;
}

interface Outcome {
  readonly answer?: unknown;
  readonly failure?: SelfsameError;
  /** The credential that was shown. */
  readonly shown: string | undefined;
}

/** One request and its answer or failure. */
export async function attempt({ request, kind, authorize, call, ms, clock }: Attempt): Promise<Outcome> {
  const { method, path, headers, body } = request;
  let shown: string | undefined;
  try {
    const answer = await within({ ms, signal: call.signal, clock }, async (signal) => {
      shown = await authorize?.();
      const credential = shown === undefined ? {} : { authorization: `Bearer ${shown}` };
      const response = await call.fetch(call.baseUrl + path, {
        method,
        headers: { ...headers, ...credential, ...conditionOf(call.held), accept: "application/json" },
        ...(body === undefined ? {} : { body }),
        signal,
        // A redirect would carry the credential and the images to wherever it leads.
        redirect: "manual",
      });
      if (call.held !== undefined && response.status === 304) return undefined;
      const read = await readAnswer(response, kind, clock.now());
      if (call.held !== undefined) call.held.tag = response.headers.get("etag") ?? undefined;
      return read;
    });
    return { answer, shown };
  } catch (error) {
    return { failure: failureOf(error), shown };
  }
}

const conditionOf = (held: Held | undefined) =>
  held?.tag === undefined ? {} : { "if-none-match": held.tag };

/** An error of `fetch` is a connection failure; its `cause` says which. */
function failureOf(error: unknown): SelfsameError {
  if (error instanceof SelfsameError) return error;
  const message = "The service could not be reached, or the connection ended early.";
  return new SelfsameError("connection_failed", message, { cause: error });
}
