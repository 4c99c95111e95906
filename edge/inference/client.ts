import { createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { DocumentService } from "../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { FaceService } from "../../proto/gen/selfsame/inference/v1/face_service_pb.js";
import {
  type GetPackResponse,
  ModelService,
} from "../../proto/gen/selfsame/inference/v1/model_service_pb.js";
import { toForensics, toPortraitReading } from "./convert-document.ts";
import { toFaceAnalysis, toFrameAssessment } from "./convert-face.ts";
import { toApiError } from "./failures.ts";
import { finite, MalformedAnswerError, present, unitInterval } from "./numbers.ts";
import type { InferencePort, NamedImage, Pack } from "./port.ts";

const PACK_MEMORY_MS = 60_000;

export interface InferenceClientOptions {
  /** Base URL of the inference service's gRPC-Web listener. */
  readonly baseUrl: string;
  /** The secret that the service shares with its callers. */
  readonly token: string;
  /** Milliseconds that one call may take; sent along, so that inference drops what is late. */
  readonly deadlineMs: number;
  /** Milliseconds of the epoch. */
  readonly clock: () => number;
  readonly fetch?: typeof globalThis.fetch;
}

/** The inference port over gRPC-Web. Every failure is an `ApiError`; every number in an answer has been checked. */
export function createInferenceClient(options: InferenceClientOptions): InferencePort {
  const transport = createGrpcWebTransport({
    baseUrl: options.baseUrl,
    useBinaryFormat: true,
    defaultTimeoutMs: options.deadlineMs,
    fetch: withoutRedirects(options.fetch ?? globalThis.fetch),
    interceptors: [
      (next) => (request) => {
        request.header.set("authorization", `Bearer ${options.token}`);
        return next(request);
      },
    ],
  });
  const faces = createClient(FaceService, transport);
  const documents = createClient(DocumentService, transport);
  const models = createClient(ModelService, transport);
  return {
    analyzeFace: (image) =>
      answering([image], async () => {
        const { analysis } = await faces.analyzeFace({ image: toImage(image) });
        return toFaceAnalysis(present(analysis, "analysis"));
      }),
    assessPresentationAttack: (images) =>
      answering(images, async () => {
        const { frames } = await faces.assessPresentationAttack({ frames: images.map(toImage) });
        if (frames.length !== images.length) throw new MalformedAnswerError("frames are not the request's");
        return frames.map(toFrameAssessment);
      }),
    readDocument: (image) =>
      answering([image], async () => {
        const { reading } = await documents.readDocument({ image: toImage(image) });
        return toPortraitReading(present(reading, "reading"));
      }),
    assessForensics: (image) =>
      answering([image], async () => toForensics(await documents.assessForensics({ image: toImage(image) }))),
    pack: remembering(options.clock, () => answering([], async () => toPack(await models.getPack({})))),
  };
}

const toImage = ({ content }: NamedImage) => ({ content });

async function answering<T>(images: readonly NamedImage[], call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toApiError(
      error,
      images.map(({ param }) => param),
    );
  }
}

/** The last value while it is young. The value, never its promise: workerd ties a promise to the request that made it. */
function remembering<T>(clock: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T; readonly at: number } | undefined;
  return async () => {
    if (last !== undefined && clock() - last.at < PACK_MEMORY_MS) return last.value;
    const value = await read();
    last = { value, at: clock() };
    return value;
  };
}

/** workerd refuses the `redirect: "error"` that Connect asks for; a redirect left unfollowed is an error as well. */
function withoutRedirects(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => fetch(input, { ...init, redirect: "manual" });
}

function toPack(pack: GetPackResponse): Pack {
  return {
    name: pack.name,
    executionProvider: pack.executionProvider,
    models: pack.models.map(({ task, name, version }) => ({ task, name, version })),
    templateVersion: pack.templateVersion,
    operatingPoints: pack.operatingPoints.map(({ level, comparisonScore, fmr }) => ({
      level,
      comparisonScore: finite(comparisonScore, "operating_point.comparison_score"),
      fmr: unitInterval(fmr, "operating_point.fmr"),
    })),
  };
}
