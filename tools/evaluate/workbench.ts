import { create } from "@bufbuild/protobuf";
import { toForensics, toPortraitReading } from "../../edge/inference/convert-document.ts";
import type { Forensics, PortraitReading } from "../../edge/inference/port.ts";
import type { Raster } from "../../inference/imaging/raster.ts";
import type { OpenPack } from "../../inference/pack/open.ts";
import { openDocumentPipeline } from "../../inference/pipelines/document/document.ts";
import { openFacePipeline } from "../../inference/pipelines/face/face.ts";
import { openPipelines } from "../../inference/pipelines/index.ts";
import type { DocumentReading } from "../../inference/pipelines/types.ts";
import { toReadingMessage } from "../../inference/service/rpcs/document-message.ts";
import { AssessForensicsResponseSchema, DocumentReadingSchema } from "../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { type DocumentTemplate, LICENCES, TEMPLATES } from "../../test/material/documents/templates.ts";
import type { EvaluationRequest } from "./evaluation.ts";
import type { Section } from "./report/markdown.ts";

/** The day that documents are judged on, Unix milliseconds: equal material gives equal figures on any day. */
export const TODAY = Date.UTC(2026, 0, 1);

/** What a part of the evaluation measures with. */
export interface Bench {
  readonly pack: OpenPack;
  /** The folder of labelled documents, where there is one. */
  readonly data: string | undefined;
  /** Templates with a machine readable zone, of the use that is measured, and those without. */
  readonly templates: readonly DocumentTemplate[];
  readonly licences: readonly DocumentTemplate[];
  readonly use: DocumentTemplate["use"];
  /** An upload as the edge gets it from inference: decoded, read, and sent through the service's messages. */
  read(upload: Uint8Array): Promise<PortraitReading>;
  /** Pixels that no upload's limits hold for. */
  readRaster(raster: Raster): Promise<PortraitReading>;
  assess(upload: Uint8Array): Promise<Forensics>;
  /** A flag's number. Throws where it is none. */
  count(flag: string): number;
  /** Says on stderr how far a part has come. */
  progress(done: number, of: number, what: string): void;
}

/** One kind of measurement; it leaves out what its material is missing for. */
export interface Part {
  readonly summary: string;
  /** Its flags with their defaults, each with what it means. */
  readonly flags: Readonly<Record<string, readonly [otherwise: number, meaning: string]>>;
  run(bench: Bench): Promise<Section[]>;
}

/** Throws where a flag is not what it may be. */
export async function openBench(
  pack: OpenPack,
  request: EvaluationRequest,
  defaults: Readonly<Record<string, number>>,
): Promise<Bench> {
  const pipelines = await openPipelines(pack);
  const document = await openDocumentPipeline(pack, await openFacePipeline(pack));
  const use = request.flag("use") ?? "reporting";
  if (use !== "reporting" && use !== "tuning") throw new Error("--use is reporting or tuning.");
  const ofUse = (templates: readonly DocumentTemplate[]) => templates.filter((each) => each.use === use);
  return {
    pack,
    data: request.data,
    templates: ofUse(TEMPLATES),
    licences: ofUse(LICENCES),
    use,
    read: async (upload) => asTold(await pipelines.readDocument(upload)),
    readRaster: async (raster) => asTold(await document.read(raster, { portrait: "full" })),
    async assess(upload) {
      const forensics = await pipelines.assessForensics(upload);
      const reading = toReadingMessage(forensics.reading);
      return toForensics(create(AssessForensicsResponseSchema, { ...forensics, reading }));
    },
    count(flag) {
      const count = Number(request.flag(flag) ?? defaults[flag]);
      if (!Number.isInteger(count) || count < 0) throw new Error(`--${flag} is a number from 0.`);
      return count;
    },
    progress: (done, of, what) =>
      process.stderr.write(`\r${what}: ${done} of ${of}${done === of ? "\n" : ""}`),
  };
}

const asTold = (reading: DocumentReading) =>
  toPortraitReading(create(DocumentReadingSchema, toReadingMessage(reading)));
