import { ModelService } from "../../../proto/gen/selfsame/inference/v1/model_service_pb.js";
import { rpc } from "../rpc.ts";

export const getPack = rpc(ModelService.method.getPack, async (_request, { engines: { pack } }) => ({
  name: pack.name,
  models: [...pack.models],
  executionProvider: pack.provider,
  tf32: pack.tf32,
  templateVersion: pack.templateVersion,
  operatingPoints: [...pack.operatingPoints],
}));
