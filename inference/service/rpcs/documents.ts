import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import {
  type DocumentReadingSchema,
  DocumentService,
  MachineReadableZone_Format,
} from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { ImageRefusedError } from "../../imaging/upload/refusal.ts";
import type { DocumentReading, PlainReading } from "../../pipelines/types.ts";
import { imageContent, rpc, shownOf } from "../rpc.ts";

const MAX_IMAGES = 2;

/** Each image is its own job, so that two workers can analyse both sides of a document at once. */
export const examineDocument = rpc(
  DocumentService.method.examineDocument,
  async ({ images }, { workers }, call) => {
    if (images.length < 1 || images.length > MAX_IMAGES) {
      throw new ConnectError(`images: 1 to ${MAX_IMAGES}, got ${images.length}`, Code.InvalidArgument);
    }
    const contents = images.map((image, index) => imageContent(image, `images[${index}]`));
    // If one image fails, the other is cancelled, so that its place in the queue is free.
    const failing = new AbortController();
    const both = { ...call, signal: AbortSignal.any([call.signal, failing.signal]) };
    const examine = async (content: Uint8Array, index: number) => {
      const { reading, ...rest } = await workers
        .run("examineDocument", content, both)
        // A worker decodes one image and does not know its place in the request.
        .catch((error) => Promise.reject(error instanceof ImageRefusedError ? error.at(index) : error));
      const shown = await shownOf(images[index], workers, both);
      return { ...rest, reading: { ...toReadingMessage(reading), ...shown } };
    };
    try {
      return { examinations: await Promise.all(contents.map(examine)) };
    } catch (error) {
      failing.abort();
      throw error;
    }
  },
);

export const readDocument = rpc(DocumentService.method.readDocument, async ({ image }, { workers }, call) => {
  const reading = await workers.run("readDocument", imageContent(image, "image"), call);
  return { reading: { ...toReadingMessage(reading), ...(await shownOf(image, workers, call)) } };
});

/** A reading as its message, in which only the MRZ's format has another name. */
export function toReadingMessage(
  reading: DocumentReading | PlainReading,
): MessageInitShape<typeof DocumentReadingSchema> {
  const { mrz, ...rest } = reading;
  if (mrz === undefined) return rest;
  return { ...rest, mrz: { ...mrz, format: MachineReadableZone_Format[mrz.format] } };
}
