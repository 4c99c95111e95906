import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type DocumentReadingSchema,
  MachineReadableZone_Format,
} from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import type { DocumentReading, PlainReading } from "../../pipelines/types.ts";

/** A reading as its message, in which only the zone's format has another name. */
export function toReadingMessage(
  reading: DocumentReading | PlainReading,
): MessageInitShape<typeof DocumentReadingSchema> {
  const { mrz, ...rest } = reading;
  if (mrz === undefined) return rest;
  return { ...rest, mrz: { ...mrz, format: MachineReadableZone_Format[mrz.format] } };
}
