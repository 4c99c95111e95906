import { DocumentService } from "../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { imageContent } from "./request.ts";
import { rpc } from "./rpc.ts";

export const assessForensics = rpc(DocumentService.method.assessForensics, ({ image }, engines, call) =>
  engines.run("assessForensics", imageContent(image, "image"), call),
);
