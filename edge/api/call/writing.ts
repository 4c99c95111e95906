import { MEMBER_SCOPE_NAMES } from "../../../vocabulary/key-scopes.ts";
import { hasScope } from "../../auth/key-rights.ts";
import type { Principal, SecretKeyPrincipal } from "../../auth/principal.ts";
import { ApiError } from "../../core/errors.ts";
import { sha256 } from "../../crypto/hashing.ts";
import { type BodyPart, priorityOf } from "../../http/context.ts";
import { acquireIdempotencyKey, endFailedCall, reserveUsage } from "../../operations/calls.ts";
import type { CallContext } from "../../operations/commit/commit.ts";
import type { OperationServices } from "../../operations/commit/context.ts";
import { InferenceUse } from "../../operations/commit/inference-use.ts";
import type { Allowance, Answer, Reservations } from "../../operations/commit/pending-call.ts";
import type { KeyedCall } from "../../store/tenancy/idempotency.ts";
import { type Call, contextOf } from "./call.ts";

/** An operation that commits its result together with the HTTP answer. */
type Operation<Input, Result> = (
  ctx: CallContext<Result, keyof OperationServices>,
  input: Input,
) => Promise<Answer>;

/** The HTTP side of an operation: its input from a call, and the answer for its result. */
interface HttpBinding<C extends Call, Input, Result> {
  input(call: C): Input | Promise<Input>;
  /**
   * Whether the operation only ends something that was counted when it was made, so that it is not counted.
   */
  readonly ends?: true;
  answer(result: Result, call: C): Omit<Answer, "status">;
}

/** A handler of a call that writes. */
interface Writing<C extends Call> {
  readonly isBilled: boolean;
  /** `shown` is the body that the caller may see. */
  handle(call: C, status: Answer["status"], shown: (body: object) => object): Promise<Response>;
}

/** Of a call that only reads, or needs no Idempotency-Key: the JSON body, a whole response, or nothing. */
type Answering<C extends Call> = (call: C) => object | Promise<object> | Promise<void>;

export type Handler<C extends Call> = Answering<C> | Writing<C>;

/**
 * The handler of a call that writes. It acquires the call's Idempotency-Key and runs the operation, which
 * commits its result and the kept answer in one batch. A failed call releases its key.
 */
export const idempotent = <C extends Call, Input, Result>(
  operation: Operation<Input, Result>,
  http: HttpBinding<C, Input, Result>,
): Writing<C> => writing(operation, http, false);

/**
 * The handler of a billable call that writes. One unit of usage is reserved before the work, and counted with
 * the result. A failed call releases its key, and its unit unless an inference worker had started.
 */
export const billable = <C extends Call, Input, Result>(
  operation: Operation<Input, Result>,
  http: HttpBinding<C, Input, Result>,
): Writing<C> => writing(operation, http, true);

function writing<C extends Call, Input, Result>(
  operation: Operation<Input, Result>,
  http: HttpBinding<C, Input, Result>,
  isBilled: boolean,
): Writing<C> {
  return {
    isBilled,
    async handle(call, status, shown) {
      const { c, principal } = call;
      const keyed = await keyedCall(call);
      const key = keyed === null ? null : await acquireIdempotencyKey(contextOf(call), { call: keyed });
      if (key !== null && "body" in key) {
        const headers = { "Content-Type": "application/json", "Idempotent-Replayed": "true" };
        return c.body(key.body, key.status, headers);
      }
      const inferenceUse = await InferenceUse.by(principal.scope, priorityOf(c));
      let reserved: Reservations = { key, unit: null };
      try {
        if (isBilled) reserved = { key, unit: await reserve(call) };
        const input = await http.input(call);
        const allowance = isBilled || http.ends ? null : allowanceOf(call);
        const answer = (result: Result): Answer => {
          const { body, subject } = http.answer(result, call);
          return { status, body: shown(body), subject };
        };
        const waiting = { reserved, allowance, inferenceUse, answer };
        const answered = await operation({ ...contextOf(call), call: waiting }, input);
        return c.json(answered.body, answered.status);
      } catch (error) {
        await endFailedCall(contextOf(call), { reserved, inferenceUse, error });
        throw error;
      }
    },
  };
}

const allowanceOf = ({ principal }: Call): Allowance =>
  principal.kind === "secret_key"
    ? { of: "server", monthlyCap: principal.monthlyCap }
    : { of: "device", verificationId: principal.verificationId };

const reserve = (call: Call) =>
  reserveUsage(contextOf(call), { id: call.c.var.requestId, isCapped: call.principal.monthlyCap !== null });

const HEADER = "Idempotency-Key";
const KEY = /^[\x20-\x7e]{1,255}$/;

function keyFault({ length }: string): string {
  if (length === 0) return "This one is empty.";
  return length > 255 ? `This one has ${length}.` : "This one has another character.";
}

/** The call with its Idempotency-Key; null without that header. */
async function keyedCall({ c, principal }: Call): Promise<KeyedCall | null> {
  const key = c.req.header(HEADER);
  if (key === undefined) return null;
  if (!KEY.test(key)) {
    const message = `${HEADER} must be 1 to 255 printable ASCII characters. ${keyFault(key)}`;
    throw new ApiError("invalid_parameter", message, { param: HEADER });
  }
  const { bodyParts } = c.var;
  if (bodyParts === undefined) throw new Error("A route keeps keys for a body that it has not read.");
  const { method, url } = c.req;
  // The path as sent: a decoded path may hold characters that a database text cannot, such as NUL.
  const path = new URL(url).pathname;
  return {
    path,
    key,
    verificationId: principal.kind === "secret_key" ? null : principal.verificationId,
    fingerprint: await fingerprint({ method, path, caller: principal, parts: bodyParts }),
  };
}

/** Calls with equal parts are the same call. */
interface FingerprintedCall {
  readonly method: string;
  readonly path: string;
  readonly caller: Principal;
  readonly parts: readonly BodyPart[];
}

/** The tenant, and the scopes of members that the key lacks. */
function tenantView({ rights }: SecretKeyPrincipal): string {
  const lacked = MEMBER_SCOPE_NAMES.filter((scope) => !hasScope(rights, scope));
  return ["tenant", ...lacked].join(" without ");
}

/**
 * SHA-256 over method, path, caller and body. A form is hashed by its parts, since their order and the
 * boundary may differ between tries; JSON by its bytes. The caller is the tenant's server or one
 * verification: the server's answers hold scores and a device's answers belong to its verification, so
 * neither may replay the other's. Nor may a key replay an answer with members that it may not see.
 */
async function fingerprint({ method, path, caller, parts }: FingerprintedCall): Promise<Uint8Array> {
  const subject = caller.kind === "secret_key" ? tenantView(caller) : caller.verificationId;
  const digests = await Promise.all(
    parts.map(async ({ kind, name, content }) => [name, kind, await sha256(content)] as const),
  );
  digests.sort(([a], [b]) => (a < b ? -1 : 1));
  const described = JSON.stringify([
    method,
    path,
    subject,
    digests.map(([name, kind, digest]) => [name, kind, Array.from(digest)]),
  ]);
  return sha256(described);
}
