import { FaceService } from "../../../proto/gen/selfsame/inference/v1/face_service_pb.js";
import { imageContent } from "../request.ts";
import { rpc } from "../rpc.ts";

export const analyzeFace = rpc(FaceService.method.analyzeFace, async ({ image }, { engines }, call) => ({
  analysis: await engines.run("analyzeFace", imageContent(image, "image"), call),
}));
