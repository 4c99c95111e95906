import { Code, ConnectError } from "@connectrpc/connect";
import { DocumentService } from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { FaceService } from "../../../proto/gen/selfsame/inference/v1/face_service_pb.js";
import { imageContent, rpc, shownOf } from "../rpc.ts";
import { toReadingMessage } from "./documents.ts";

export const analyzeFace = rpc(FaceService.method.analyzeFace, async ({ image }, { workers }, call) => ({
  analysis: await workers.run("analyzeFace", imageContent(image, "image"), call),
}));

export const assessForensics = rpc(
  DocumentService.method.assessForensics,
  async ({ image }, { workers }, call) => {
    const forensics = await workers.run("assessForensics", imageContent(image, "image"), call);
    const reading = toReadingMessage(forensics.reading);
    return { ...forensics, reading: { ...reading, ...(await shownOf(image, workers, call)) } };
  },
);

const MAX_FRAMES = 5;

export const assessPresentationAttack = rpc(
  FaceService.method.assessPresentationAttack,
  async ({ frames }, { workers }, call) => {
    if (frames.length < 1 || frames.length > MAX_FRAMES) {
      throw new ConnectError(`frames: 1 to ${MAX_FRAMES}, got ${frames.length}`, Code.InvalidArgument);
    }
    const contents = frames.map((frame, index) => imageContent(frame, `frames[${index}]`));
    const assessments = await workers.run("assessPresentationAttack", contents, call);
    const shown = await Promise.all(frames.map((frame) => shownOf(frame, workers, call)));
    return { frames: assessments.map((assessment, index) => ({ ...assessment, ...shown[index] })) };
  },
);
