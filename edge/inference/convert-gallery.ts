import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  SearchGalleryRequestSchema,
  SearchGalleryResponse,
} from "../../proto/gen/selfsame/inference/v1/gallery_service_pb.js";
import { finite, MalformedAnswerError } from "./numbers.ts";
import type { GalleryAnswer, GalleryPosition, GalleryRequest } from "./port.ts";

export function toGalleryMessage(
  request: GalleryRequest,
): MessageInitShape<typeof SearchGalleryRequestSchema> {
  const { gallery, discard, base, changes, probe, limit } = request;
  return {
    gallery,
    limit,
    ...(discard !== null && { discard: toPositionMessage(discard) }),
    ...(base !== null && { base: toPositionMessage(base) }),
    changes: changes.map(({ template, ...change }) => ({
      ...toPositionMessage(change),
      ...(template !== null && { template }),
    })),
    ...(probe !== null && { probe }),
  };
}

/**
 * The port's answer from the message. Throws `MalformedAnswerError`. A score that rounding put outside -1..1
 * is clamped.
 */
export function toGalleryAnswer(message: SearchGalleryResponse): GalleryAnswer {
  const { position, faces, filling, candidates } = message;
  return {
    position:
      position === undefined
        ? null
        : { seq: whole(position.seq, "position.seq"), registrationId: position.registrationId },
    faces: whole(faces, "faces"),
    filling,
    candidates: candidates.map(({ registrationId, comparisonScore }) => ({
      registrationId,
      score: Math.min(1, Math.max(-1, finite(comparisonScore, "candidate.comparison_score"))),
    })),
  };
}

const toPositionMessage = ({ seq, registrationId }: GalleryPosition) => ({
  seq: BigInt(seq),
  registrationId,
});

function whole(value: bigint, field: string): number {
  if (value > Number.MAX_SAFE_INTEGER) throw new MalformedAnswerError(`${field} is too large`);
  return Number(value);
}
