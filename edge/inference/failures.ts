import { Code, ConnectError } from "@connectrpc/connect";
import { ImageRefusal_Reason, ImageRefusalSchema } from "../../proto/gen/selfsame/inference/v1/common_pb.js";
import { ApiError, type ErrorCode } from "../errors.ts";
import { outage } from "../outage.ts";

const REFUSALS: Record<ImageRefusal_Reason, readonly [code: ErrorCode, message: string]> = {
  [ImageRefusal_Reason.UNSPECIFIED]: ["image_unreadable", "The image could not be read."],
  [ImageRefusal_Reason.EMPTY]: ["empty_file", "The file is empty."],
  [ImageRefusal_Reason.UNSUPPORTED_TYPE]: [
    "unsupported_image_type",
    "The file must be a JPEG, PNG or WebP image that is not animated.",
  ],
  [ImageRefusal_Reason.UNREADABLE]: ["image_unreadable", "The image is truncated or corrupt."],
  [ImageRefusal_Reason.TOO_SMALL]: ["image_too_small", "The image's short side must be at least 200 pixels."],
  [ImageRefusal_Reason.TOO_LARGE]: [
    "image_too_large",
    "The image may have at most 40 megapixels and 10,000 pixels a side.",
  ],
};

/** What the log says of an outage, where the code's name would not tell an operator what to do. */
const WHY: Partial<Record<Code, string>> = {
  [Code.Unauthenticated]: "it refuses INFERENCE_TOKEN",
  [Code.DeadlineExceeded]: "it takes too long",
  [Code.Unavailable]: "it cannot be reached",
};

/** Seconds until a caller should retry: an overload passes sooner than an outage. */
const RETRY_AFTER = { overload: 2, outage: 5 } as const;

/** The API's refusal for a failed inference call; `params` are the form fields of the request's images. */
export function toApiError(error: unknown, params: readonly string[]): ApiError {
  const failure = ConnectError.from(error);
  if (failure.code === Code.InvalidArgument) return toRefusal(failure, params);
  const message = "Image analysis is not available at the moment.";
  if (failure.code === Code.ResourceExhausted) {
    return new ApiError("service_unavailable", message, { retryAfter: RETRY_AFTER.overload, cause: error });
  }
  const why = WHY[failure.code] ?? `it answers ${Code[failure.code]}`;
  return outage("inference", why, { message, retryAfter: RETRY_AFTER.outage, cause: error });
}

/**
 * Whether an error means that inference gave no usable answer. An overloaded service that refuses calls is
 * up, and does not count.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== "service_unavailable") return false;
  return ConnectError.from(error.cause).code !== Code.ResourceExhausted;
}

function toRefusal(failure: ConnectError, params: readonly string[]): ApiError {
  const [detail] = failure.findDetails(ImageRefusalSchema);
  if (detail === undefined) {
    // The edge validates its requests, so one that inference finds invalid is the edge's defect.
    return new ApiError("internal_error", "The request could not be analysed.", { cause: failure });
  }
  const [code, message] = REFUSALS[detail.reason] ?? REFUSALS[ImageRefusal_Reason.UNSPECIFIED];
  const param = params[detail.imageIndex];
  return new ApiError(code, message, { cause: failure, ...(param === undefined ? {} : { param }) });
}
