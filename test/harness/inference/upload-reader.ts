import { create } from "@bufbuild/protobuf";
import { toForensics, toPortraitReading } from "#edge/inference/convert-document.ts";
import type { Forensics, PortraitReading } from "#edge/inference/port.ts";
import type { OpenBundle } from "#inference/bundle/open.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { openDocumentPipeline } from "#inference/pipelines/document/document.ts";
import { openFacePipeline } from "#inference/pipelines/face/face.ts";
import { openPipelines } from "#inference/pipelines/index.ts";
import type { DocumentReading } from "#inference/pipelines/types.ts";
import { toReadingMessage } from "#inference/service/rpcs/documents.ts";
import {
  AssessForensicsResponseSchema,
  DocumentReadingSchema,
} from "#proto/gen/selfsame/inference/v1/document_service_pb.js";

/** Uploads as the edge gets them from inference, in one process: by the models and the service's messages. */
export interface UploadReader {
  read(upload: Uint8Array): Promise<PortraitReading>;
  /** Reads pixels without the limits of uploads. */
  readRaster(raster: Raster): Promise<PortraitReading>;
  assess(upload: Uint8Array): Promise<Forensics>;
}

export async function openUploadReader(bundle: OpenBundle): Promise<UploadReader> {
  const pipelines = await openPipelines(bundle);
  const document = await openDocumentPipeline(bundle, await openFacePipeline(bundle));
  return {
    read: async (upload) => sent(await pipelines.readDocument(upload)),
    readRaster: async (raster) => sent(await document.read(raster, { portrait: "full" })),
    async assess(upload) {
      const forensics = await pipelines.assessForensics(upload);
      const reading = toReadingMessage(forensics.reading);
      return toForensics(create(AssessForensicsResponseSchema, { ...forensics, reading }));
    },
  };
}

const sent = (reading: DocumentReading) =>
  toPortraitReading(create(DocumentReadingSchema, toReadingMessage(reading)));
