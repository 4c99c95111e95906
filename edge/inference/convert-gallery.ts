import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  SearchGalleryRequestSchema,
  SearchGalleryResponse,
} from "../../proto/gen/selfsame/inference/v1/gallery_service_pb.js";
import type { GalleryAnswer, GalleryRequest } from "./gallery.ts";
import { finite, MalformedAnswerError } from "./numbers.ts";

export function toGalleryMessage(
  request: GalleryRequest,
): MessageInitShape<typeof SearchGalleryRequestSchema> {
  const { gallery, page, probe, limit } = request;
  return {
    gallery,
    limit,
    ...(page !== null && {
      page: {
        ...page,
        changes: page.changes.map(({ registrationId, template }) => ({
          registrationId,
          ...(template !== null && { template }),
        })),
      },
    }),
    ...(probe !== null && { probe }),
  };
}

/**
 * The port's answer from the message. Throws `MalformedAnswerError`. A score that rounding put outside -1..1
 * is clamped.
 */
export function toGalleryAnswer({ mark, faces, filling, candidates }: SearchGalleryResponse): GalleryAnswer {
  if (faces > Number.MAX_SAFE_INTEGER) throw new MalformedAnswerError("faces is too large");
  return {
    mark,
    faces: Number(faces),
    filling,
    candidates: candidates.map(({ registrationId, comparisonScore }) => ({
      registrationId,
      score: Math.min(1, Math.max(-1, finite(comparisonScore, "candidate.comparison_score"))),
    })),
  };
}
