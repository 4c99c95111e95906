import { Code, ConnectError } from "@connectrpc/connect";
import { ErasureService } from "../../../proto/gen/selfsame/inference/v1/erasure_service_pb.js";
import { ModelService } from "../../../proto/gen/selfsame/inference/v1/model_service_pb.js";
import { rpc } from "../rpc.ts";

export const getModelBundle = rpc(
  ModelService.method.getModelBundle,
  async (_request, { workers: { bundle } }) => ({
    name: bundle.name,
    models: [...bundle.models],
    executionProvider: bundle.provider,
    tf32: bundle.tf32,
    templateVersion: bundle.templateVersion,
    operatingPoints: [...bundle.operatingPoints],
  }),
);

const MAX_FACES = 1_000;

export const forget = rpc(ErasureService.method.forget, async ({ faces }, { galleries }) => {
  if (faces.length > MAX_FACES) {
    throw new ConnectError(`faces: at most ${MAX_FACES}`, Code.InvalidArgument);
  }
  await galleries.forget(faces.map(({ gallery, registrationId }) => ({ gallery, registrationId })));
  return { onGalleryServer: galleries.isElsewhere && faces.length > 0 };
});
