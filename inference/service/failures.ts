import { Code, ConnectError } from "@connectrpc/connect";
import { ImageRefusal_Reason, ImageRefusalSchema } from "../../proto/gen/selfsame/inference/v1/common_pb.js";
import { EngineFailure, type FailureKind, type RefusedImage } from "../engine/failure.ts";

/** The one table from how a request can fail to its gRPC code and what the caller is told. */
const FAILURES: Record<FailureKind, readonly [code: Code, message: string]> = {
  image_refused: [Code.InvalidArgument, "an image was refused"],
  overloaded: [Code.ResourceExhausted, "too many requests are waiting"],
  stopping: [Code.Unavailable, "the service is stopping"],
  late: [Code.DeadlineExceeded, "the deadline passed"],
  canceled: [Code.Canceled, "the caller went away"],
  // Not UNAVAILABLE: a client that retries it by itself would feed a poisonous image to one engine after another.
  engine_lost: [Code.Internal, "the engines that ran this request died"],
  defect: [Code.Internal, "internal error"],
};

const REASONS: Record<RefusedImage["reason"], ImageRefusal_Reason> = {
  empty: ImageRefusal_Reason.EMPTY,
  unsupported_type: ImageRefusal_Reason.UNSUPPORTED_TYPE,
  unreadable: ImageRefusal_Reason.UNREADABLE,
  too_small: ImageRefusal_Reason.TOO_SMALL,
  too_large: ImageRefusal_Reason.TOO_LARGE,
};

/**
 * What the caller is answered for whatever a service threw: a `ConnectError` of the table, an image refusal with its
 * detail. Anything unknown is a defect; its message stays in `cause`, for the log.
 */
export function toConnectError(error: unknown): ConnectError {
  if (error instanceof ConnectError) return error;
  const [code, message] = FAILURES[error instanceof EngineFailure ? error.kind : "defect"];
  const refusal = error instanceof EngineFailure ? error.refusal : undefined;
  const details =
    refusal === undefined
      ? []
      : [
          {
            desc: ImageRefusalSchema,
            value: { reason: REASONS[refusal.reason], imageIndex: refusal.index },
          },
        ];
  return new ConnectError(message, code, undefined, details, error);
}

/** The gRPC code's name in snake case, `ok` when there is no error. */
export function codeName(error: ConnectError | undefined): string {
  if (error === undefined) return "ok";
  return Code[error.code].replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
