import type { MessageShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import type { ChipFiles } from "#edge/inference/chip.ts";
import { toChipReading } from "#edge/inference/convert-chip.ts";
import type { ChipReading } from "#edge/inference/port.ts";
import { readChip } from "#inference/chip/read-chip.ts";
import { toMessage } from "#inference/service/rpcs/chips.ts";
import { ChipReadingSchema } from "#proto/gen/selfsame/inference/v1/chip_service_pb.js";

type Message = MessageShape<typeof ChipReadingSchema>;

/**
 * A chip as inference reads it, without the face: `portrait` stands for it if the hash of DG2 is equal and
 * DG2 has an image.
 */
export function readChipAs(
  portrait: ChipReading["portrait"] | Extract<ChipReading["portraitProblem"], string>,
  files: ChipFiles,
): ChipReading {
  const { activeAuthentication, ...rest } = files;
  const { faceImage, ...facts } = readChip({
    ...rest,
    ...(activeAuthentication && { activeAuthentication }),
  });
  const message: Message = create(ChipReadingSchema, toMessage(facts));
  const read = toChipReading(message, files);
  if (faceImage === undefined) return read;
  if (faceImage === "NOT_SIGNED") return { ...read, portraitProblem: "not_signed" };
  if (faceImage === "MALFORMED") return { ...read, portraitProblem: "malformed" };
  return typeof portrait === "string" ? { ...read, portraitProblem: portrait } : { ...read, portrait };
}
