import { Code, ConnectError } from "@connectrpc/connect";
import { RetryInfoSchema } from "../../proto/gen/google/rpc/error_details_pb.js";
import {
  ImageRefusal_Reason,
  ImageRefusalSchema,
  InferenceUseSchema,
} from "../../proto/gen/selfsame/inference/v1/common_pb.js";
import { ApiError, type ErrorCode, OverloadError } from "../core/errors.ts";
import { unsupportedImage } from "../core/file-text.ts";
import { tooLargeText, tooSmallText } from "../core/image-size.ts";
import { outage } from "../core/outage.ts";
import { MalformedAnswerError } from "./numbers.ts";
import type { NamedImage } from "./port.ts";

const REFUSALS: Record<ImageRefusal_Reason, readonly [code: ErrorCode, message: string]> = {
  [ImageRefusal_Reason.UNSPECIFIED]: [
    "image_unreadable",
    "The image could not be read. Send the file again, or take a new photo.",
  ],
  [ImageRefusal_Reason.EMPTY]: ["empty_file", "The file is empty. Check how your code reads it."],
  [ImageRefusal_Reason.UNSUPPORTED_TYPE]: [
    "unsupported_image_type",
    "Send a JPEG, PNG or WebP image that is not animated.",
  ],
  [ImageRefusal_Reason.UNREADABLE]: [
    "image_unreadable",
    "The image is truncated or corrupt. Send the file again, or take a new photo.",
  ],
  [ImageRefusal_Reason.TOO_SMALL]: [
    "image_too_small",
    "The short side must have at least 200 pixels. Take a larger photo.",
  ],
  [ImageRefusal_Reason.TOO_LARGE]: [
    "image_too_large",
    "The image must have at most 40 megapixels, and 10,000 pixels a side. Scale it down.",
  ],
  [ImageRefusal_Reason.NOT_PROCESSABLE]: [
    "image_not_processable",
    "This image cannot be processed. Take another one.",
  ],
};

/** The messages that name the image's size, if inference returns it. */
const SIZE_TEXTS: Partial<Record<ErrorCode, typeof tooSmallText>> = {
  image_too_small: tooSmallText,
  image_too_large: tooLargeText,
};

/** The log's text for an outage whose code alone would not explain it to an operator. */
const WHY: Partial<Record<Code, string>> = {
  [Code.Unauthenticated]: "it rejects INFERENCE_TOKEN",
  [Code.DeadlineExceeded]: "it takes too long",
  [Code.Unavailable]: "it cannot be reached",
};

/** Seconds until a caller should retry: an overload passes sooner than an outage. */
const RETRY_AFTER = { overload: 2, outage: 5 } as const;
/**
 * Maximum `Retry-After` in seconds: a retry after that does no harm, even if the overload is expected to
 * last.
 */
const LONGEST_RETRY_AFTER = 60;

/** Codes that only inference itself returns, for one call, while it is available. */
const OF_ONE_CALL: readonly Code[] = [Code.ResourceExhausted, Code.FailedPrecondition, Code.Internal];

/** The API's rejection for a failed inference call with these images. */
export function toApiError(error: unknown, images: readonly NamedImage[]): ApiError {
  const failure = ConnectError.from(error);
  if (failure.code === Code.InvalidArgument) return toRefusal(failure, images);
  if (failure.code === Code.ResourceExhausted) return new OverloadError(retryAfterOf(failure), error);
  if (failure.code === Code.FailedPrecondition) {
    // The gallery server is unavailable. The tenant's calls that search no gallery are still accepted.
    const options = { retryAfter: retryAfterOf(failure), cause: error };
    return new ApiError("service_unavailable", "The gallery is not available at the moment.", options);
  }
  const message = "Image analysis is not available at the moment.";
  const why = WHY[codeOf(failure)] ?? `it answers ${Code[failure.code]}`;
  return outage("inference", why, { message, retryAfter: RETRY_AFTER.outage, cause: error });
}

/** The code of a failure. A rejected or broken connection has none: `fetch` throws a plain error. */
const codeOf = ({ code, metadata }: ConnectError): Code =>
  code === Code.Unknown && !metadata.has("grpc-status") ? Code.Unavailable : code;

/** Seconds until a retry should succeed, as inference estimates. */
function retryAfterOf(failure: ConnectError): number {
  const [{ retryDelay } = {}] = failure.findDetails(RetryInfoSchema);
  if (retryDelay === undefined) return RETRY_AFTER.overload;
  const seconds = Number(retryDelay.seconds) + Math.ceil(retryDelay.nanos / 1e9);
  return Math.min(LONGEST_RETRY_AFTER, Math.max(1, seconds));
}

/** Whether inference reports that a worker had processed images of the failed call. */
export const reportsInferenceUse = (error: unknown): boolean =>
  error instanceof ConnectError && error.findDetails(InferenceUseSchema).length > 0;

/**
 * Whether an error means that the service is unavailable. A failure that the service itself reports concerns
 * one call: an overload, a defect, a missed deadline, an answer with a malformed number.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== "service_unavailable") return false;
  if (error.cause instanceof MalformedAnswerError) return false;
  const { code, metadata } = ConnectError.from(error.cause);
  if (code === Code.DeadlineExceeded) return !metadata.has("grpc-status");
  return !OF_ONE_CALL.includes(code);
}

/** Whether a call was cut off before its answer, as when a host dies. */
export function wasCutOff(error: unknown): boolean {
  if (!isOutage(error)) return false;
  const { code, metadata } = ConnectError.from((error as ApiError).cause);
  if (code === Code.DeadlineExceeded) return false;
  return code === Code.Unavailable || !metadata.has("grpc-status");
}

function toRefusal(failure: ConnectError, images: readonly NamedImage[]): ApiError {
  const [detail] = failure.findDetails(ImageRefusalSchema);
  if (detail === undefined) {
    // The edge validates its requests, so a request that inference rejects as invalid is the edge's defect.
    return new ApiError("internal_error", "The request could not be analysed.", { cause: failure });
  }
  const [code, message] = REFUSALS[detail.reason] ?? REFUSALS[ImageRefusal_Reason.UNSPECIFIED];
  const image = images[detail.imageIndex];
  if (image === undefined) return new ApiError(code, message, { cause: failure });
  const { param, content } = image;
  if (code === "unsupported_image_type") return unsupportedImage(param, content, failure);
  const text = detail.width > 0 ? SIZE_TEXTS[code]?.(param, detail) : undefined;
  return new ApiError(code, text ?? message, { cause: failure, param });
}
