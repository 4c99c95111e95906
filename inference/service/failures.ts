import { durationFromMs } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { RetryInfoSchema } from "../../proto/gen/google/rpc/error_details_pb.js";
import {
  ImageRefusal_Reason,
  ImageRefusalSchema,
  InferenceUseSchema,
} from "../../proto/gen/selfsame/inference/v1/common_pb.js";
import { type ImageRefusal, ImageRefusedError } from "../imaging/upload/refusal.ts";
import { type FailureKind, WorkerFailure } from "../workers/failure.ts";

/** The gRPC code and the caller's message for each way in which a request can fail. */
const FAILURES: Record<FailureKind, readonly [code: Code, message: string]> = {
  overloaded: [Code.ResourceExhausted, "too many requests are waiting"],
  stopping: [Code.Unavailable, "the service is stopping"],
  late: [Code.DeadlineExceeded, "the deadline passed"],
  canceled: [Code.Canceled, "the caller went away"],
  // Not UNAVAILABLE: a client that retries by itself would feed a poisonous image to one worker after
  // another.
  worker_lost: [Code.Internal, "the inference workers that ran this request died"],
  gpu_worker_lost: [Code.Unavailable, "the GPU worker that ran this request died"],
  // Not UNAVAILABLE: this service is up. Not RESOURCE_EXHAUSTED: only calls that need a gallery wait.
  gallery_away: [Code.FailedPrecondition, "the galleries are away"],
  defect: [Code.Internal, "internal error"],
};

const REASONS: Record<ImageRefusal, ImageRefusal_Reason> = {
  empty: ImageRefusal_Reason.EMPTY,
  unsupported_type: ImageRefusal_Reason.UNSUPPORTED_TYPE,
  unreadable: ImageRefusal_Reason.UNREADABLE,
  too_small: ImageRefusal_Reason.TOO_SMALL,
  too_large: ImageRefusal_Reason.TOO_LARGE,
  not_processable: ImageRefusal_Reason.NOT_PROCESSABLE,
};

/**
 * The answer to the caller for an error of any kind: a rejected image is INVALID_ARGUMENT with an
 * `ImageRefusal` detail, an overload has a `RetryInfo`, and the failure of a call that a worker had started
 * has an `InferenceUse`. An unknown error is INTERNAL, and its message stays in `cause`, for the log.
 */
export function toConnectError(error: unknown, isTaken = false): ConnectError {
  const answer = error instanceof ConnectError ? error : describe(error);
  if (isTaken) answer.details.push({ desc: InferenceUseSchema, value: {} });
  return answer;
}

function describe(error: unknown): ConnectError {
  if (error instanceof ImageRefusedError) {
    const value = { reason: REASONS[error.reason], imageIndex: error.index, ...error.size };
    const details = [{ desc: ImageRefusalSchema, value }];
    return new ConnectError("an image was rejected", Code.InvalidArgument, undefined, details, error);
  }
  const [code, message] = FAILURES[error instanceof WorkerFailure ? error.kind : "defect"];
  const retryAfter = error instanceof WorkerFailure ? error.retryAfter : undefined;
  const value = { retryDelay: durationFromMs(Math.ceil(retryAfter ?? 0)) };
  const details = retryAfter === undefined ? [] : [{ desc: RetryInfoSchema, value }];
  return new ConnectError(message, code, undefined, details, error);
}

/** Whether the log should report it: a defect of ours, not an expected outcome. */
export function isDefect({ cause }: ConnectError): boolean {
  if (cause === undefined || cause instanceof ImageRefusedError) return false;
  return !(cause instanceof WorkerFailure) || cause.kind === "defect";
}

/** Why a call was not taken; undefined for any other end. */
export function refusalReason(error: ConnectError | undefined): string | undefined {
  const { cause } = error ?? {};
  if (!(cause instanceof WorkerFailure)) return undefined;
  if (cause.kind === "stopping") return "draining";
  return cause.kind === "overloaded" ? (cause.reason ?? "full") : undefined;
}

/** The gRPC code's name in snake case, `ok` when there is no error. */
export function codeName(error: ConnectError | undefined): string {
  if (error === undefined) return "ok";
  return Code[error.code].replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
