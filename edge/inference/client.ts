import type { DescField } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { ChipService } from "../../proto/gen/selfsame/inference/v1/chip_service_pb.js";
import {
  AssessForensicsRequestSchema,
  DocumentService,
  ExamineDocumentRequestSchema,
  ReadDocumentRequestSchema,
} from "../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { ErasureService } from "../../proto/gen/selfsame/inference/v1/erasure_service_pb.js";
import {
  AnalyzeFaceRequestSchema,
  AssessPresentationAttackRequestSchema,
  FaceService,
} from "../../proto/gen/selfsame/inference/v1/face_service_pb.js";
import { GalleryService } from "../../proto/gen/selfsame/inference/v1/gallery_service_pb.js";
import {
  type GetModelBundleResponse,
  ModelService,
} from "../../proto/gen/selfsame/inference/v1/model_service_pb.js";
import { SignatureService } from "../../proto/gen/selfsame/inference/v1/signature_service_pb.js";
import { leftUntil } from "../core/clock.ts";
import { within } from "../core/outage.ts";
import { sha256Hex } from "../crypto/hashing.ts";
import type { Egress } from "../platform/ports.ts";
import { toChipReading, toPortrait } from "./convert-chip.ts";
import {
  toExamination,
  toForensics,
  toIssuer,
  toPortraitReading,
  toSignedSeal,
  toSigners,
} from "./convert-document.ts";
import { toFaceAnalysis, toFrameAssessment } from "./convert-face.ts";
import { toGalleryAnswer, toGalleryMessage } from "./convert-gallery.ts";
import { reportsInferenceUse, toApiError } from "./failures.ts";
import { streamOf, withImages } from "./image-request.ts";
import { finite, MalformedAnswerError, present, unitInterval } from "./numbers.ts";
import type { InferenceCaller, InferencePort, ModelBundle, NamedImage } from "./port.ts";

const BUNDLE_MEMORY_MS = 60_000;
/** Milliseconds beyond a call's deadline in which inference can still report how the call ended. */
const LAST_WORD_MS = 1_000;
/** Milliseconds after that, in which Connect ends the call by itself. */
const GRACE_MS = 500;
/** Longest that an erasure waits for inference to forget. */
const FORGET_MS = 2_000;

export interface InferenceClientOptions {
  /** Base URL of the inference service's gRPC-Web listener. */
  readonly baseUrl: string;
  /** The secret that inference and its callers share. */
  readonly token: string;
  /**
   * Maximum duration of a call in milliseconds, which is sent to inference and enforced there. A service that
   * is silent for a second longer counts as unavailable.
   */
  readonly deadlineMs: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The network that reaches inference; the runtime's own when absent. */
  readonly network?: Egress;
}

/**
 * The inference port over gRPC-Web. Every failure is an `ApiError`; every number of a response is checked.
 */
export function createInferenceClient(options: InferenceClientOptions): InferencePort {
  const fetch = withoutRedirects(options.network ?? { fetch: (url, init) => globalThis.fetch(url, init) });
  const transport = (send = fetch, reportedMs = options.deadlineMs) =>
    createGrpcWebTransport({
      baseUrl: options.baseUrl,
      useBinaryFormat: true,
      defaultTimeoutMs: reportedMs + LAST_WORD_MS,
      fetch: send,
      interceptors: [
        (next) => (request) => {
          request.header.set("authorization", `Bearer ${options.token}`);
          request.header.set("grpc-timeout", `${reportedMs}m`);
          return next(request);
        },
      ],
    });
  /** The transport of one call, which adds these images to this field of the message. */
  const carrying = (field: DescField, images: readonly NamedImage[]) =>
    transport((input, init) => {
      const body = streamOf(withImages(init?.body as Uint8Array, field, images));
      // Node requires this option if the answer comes after the body.
      const sent: RequestInit & { readonly duplex: "half" } = { ...init, body, duplex: "half" };
      return fetch(input, sent);
    });
  const { image: faceImage } = AnalyzeFaceRequestSchema.field;
  const { frames: faceFrames } = AssessPresentationAttackRequestSchema.field;
  const { image: readImage } = ReadDocumentRequestSchema.field;
  const { image: forensicImage } = AssessForensicsRequestSchema.field;
  const { images: documentImages } = ExamineDocumentRequestSchema.field;
  const patienceMs = options.deadlineMs + LAST_WORD_MS + GRACE_MS;
  const models = createClient(ModelService, transport());
  const galleries = createClient(GalleryService, transport());
  const chips = createClient(ChipService, transport());
  const signatures = createClient(SignatureService, transport());
  const erasures = createClient(ErasureService, transport(fetch, FORGET_MS - LAST_WORD_MS));
  return {
    analyzeFace: (image, caller) =>
      working(caller, [image], patienceMs, async () => {
        const faces = createClient(FaceService, carrying(faceImage, [image]));
        const { analysis } = await faces.analyzeFace({}, onBehalfOf(caller));
        return toFaceAnalysis(present(analysis, "analysis"));
      }),
    assessPresentationAttack: (images, caller) =>
      working(caller, images, patienceMs, async () => {
        const faces = createClient(FaceService, carrying(faceFrames, images));
        const { frames } = await faces.assessPresentationAttack({}, onBehalfOf(caller));
        if (frames.length !== images.length) throw new MalformedAnswerError("frames are not the request's");
        return withRequestedImages(images, frames.map(toFrameAssessment), (frame) => frame.shown);
      }),
    readDocument: (image, caller) =>
      working(caller, [image], patienceMs, async () => {
        const documents = createClient(DocumentService, carrying(readImage, [image]));
        const { reading } = await documents.readDocument({}, onBehalfOf(caller));
        const read = toPortraitReading(present(reading, "reading"));
        withRequestedImages([image], [read], ({ shown }) => shown);
        return read;
      }),
    assessForensics: (image, caller) =>
      working(caller, [image], patienceMs, async () => {
        const documents = createClient(DocumentService, carrying(forensicImage, [image]));
        const forensics = toForensics(await documents.assessForensics({}, onBehalfOf(caller)));
        withRequestedImages([image], [forensics], (found) => found.reading.shown);
        return forensics;
      }),
    examineDocument: (images, caller) =>
      working(caller, images, patienceMs, async () => {
        const documents = createClient(DocumentService, carrying(documentImages, images));
        const { examinations } = await documents.examineDocument({}, onBehalfOf(caller));
        if (examinations.length !== images.length) {
          throw new MalformedAnswerError("examinations are not the request's");
        }
        return withRequestedImages(images, examinations.map(toExamination), ({ reading }) => reading.shown);
      }),
    verifySeals: (seals, caller) =>
      answering([], patienceMs, async () => {
        const sent = seals.map(toSignedSeal);
        const { verifications } = await signatures.verifySeals({ seals: sent }, onBehalfOf(caller));
        return toSigners(verifications, seals);
      }),
    readChip: (files, caller) => {
      const { sod, dataGroups, activeAuthentication } = files;
      const sent = [
        { param: "sod", content: sod },
        ...dataGroups.map(({ number, file }) => ({ param: `dg${number}`, content: file })),
      ];
      return working(caller, sent, patienceMs, async () => {
        const { reading } = await chips.readChip(
          {
            sod,
            dataGroups: dataGroups.map(({ number, file }) => ({ number, file })),
            ...(activeAuthentication && { activeAuthentication }),
          },
          onBehalfOf(caller),
        );
        return toChipReading(present(reading, "reading"), files);
      });
    },
    readPortrait: (image, caller) =>
      working(caller, [image], patienceMs, async () => {
        const { portrait } = await chips.readPortrait({ image: image.content }, onBehalfOf(caller));
        return portrait === undefined ? null : toPortrait(portrait);
      }),
    findIssuer: (certificate, candidates, caller) =>
      answering([], patienceMs, async () => {
        const sent = { certificate, candidates: [...candidates] };
        return toIssuer(await signatures.findIssuer(sent, onBehalfOf(caller)), candidates);
      }),
    searchGallery: (request, caller) =>
      answering([], patienceMs, async () =>
        toGalleryAnswer(
          await galleries.searchGallery(toGalleryMessage(request), {
            headers: { ...onBehalfOf(caller).headers, ...(await galleryHeader(request.gallery)) },
          }),
        ),
      ),
    forget: (faces) =>
      answering([], FORGET_MS + GRACE_MS, async () => {
        if (faces.length === 0) {
          await erasures.forget({ faces: [] });
          return { onGalleryServer: false };
        }
        // A proxy routes each gallery to one host, which is the one that must forget.
        const forgotten = [...Map.groupBy(faces, ({ gallery }) => gallery)].map(async ([gallery, ofIt]) =>
          erasures.forget({ faces: ofIt }, { headers: await galleryHeader(gallery) }),
        );
        const answers = await Promise.all(forgotten);
        return { onGalleryServer: answers.some(({ onGalleryServer }) => onGalleryServer) };
      }),
    bundle: remembering(options.clock, () =>
      answering([], patienceMs, async () => toModelBundle(await models.getModelBundle({}))),
    ),
  };
}

/**
 * The answers to images, each with the shown image that its request asked for. Throws `MalformedAnswerError`
 * if one lacks it: nothing else is shown in its place.
 */
function withRequestedImages<T>(
  images: readonly NamedImage[],
  answers: T[],
  shownOf: (answer: T) => Uint8Array | undefined,
): T[] {
  const isMissing = images.some(({ show }, i) => show && shownOf(answers[i]!) === undefined);
  if (isMissing) throw new MalformedAnswerError("shown is missing");
  return answers;
}

/** The call's metadata: the tenant that it is made for, and whether a caller waits. */
const onBehalfOf = ({ tenant, priority }: InferenceCaller) => ({
  headers: { "x-selfsame-tenant": tenant, "x-selfsame-priority": priority },
});

/** A hash of the gallery's name, by which a proxy routes the gallery to one host. */
const galleryHeader = async (gallery: string) => ({
  "x-selfsame-gallery": (await sha256Hex(gallery)).slice(0, 32),
});

/** A call that carries images. Reports to the caller if an inference worker processed them. */
async function working<T>(
  caller: InferenceCaller,
  images: readonly NamedImage[],
  patienceMs: number,
  call: () => Promise<T>,
): Promise<T> {
  return answering(images, patienceMs, async () => {
    try {
      const value = await call();
      caller.inferenceUsed();
      return value;
    } catch (error) {
      if (error instanceof MalformedAnswerError || reportsInferenceUse(error)) caller.inferenceUsed();
      throw error;
    }
  });
}

/**
 * Makes a call of inference. Connect ends a call at its deadline by a signal, which does not end an answer
 * whose body stalls: such a call is abandoned here a moment later.
 */
async function answering<T>(
  images: readonly NamedImage[],
  patienceMs: number,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await within(
      patienceMs,
      call(),
      () => new ConnectError("no end of the answer", Code.DeadlineExceeded),
    );
  } catch (error) {
    throw toApiError(error, images);
  }
}

/**
 * Memoises the last value for a short time. It keeps the value and not its promise: workerd ties a promise to
 * the request that created it.
 */
function remembering<T>(clock: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: T; readonly until: number } | undefined;
  return async () => {
    if (last !== undefined && leftUntil(last.until, BUNDLE_MEMORY_MS, clock()) > 0) return last.value;
    const value = await read();
    last = { value, until: clock() + BUNDLE_MEMORY_MS };
    return value;
  };
}

/**
 * workerd rejects the `redirect: "error"` that Connect sets; with `manual` a redirect is an error as well.
 */
function withoutRedirects(network: Egress): typeof globalThis.fetch {
  return (input, init) => network.fetch(String(input), { ...init, redirect: "manual" });
}

function toModelBundle(bundle: GetModelBundleResponse): ModelBundle {
  return {
    name: bundle.name,
    executionProvider: bundle.executionProvider,
    models: bundle.models.map(({ task, name, version }) => ({ task, name, version })),
    templateVersion: bundle.templateVersion,
    operatingPoints: bundle.operatingPoints.map(({ level, comparisonScore, fmr }) => ({
      level,
      comparisonScore: finite(comparisonScore, "operating_point.comparison_score"),
      fmr: unitInterval(fmr, "operating_point.fmr"),
    })),
  };
}
