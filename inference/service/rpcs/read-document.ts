import { DocumentService } from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { imageContent } from "../request.ts";
import { rpc } from "../rpc.ts";
import { toReadingMessage } from "./document-message.ts";

export const readDocument = rpc(
  DocumentService.method.readDocument,
  async ({ image }, { documents }, call) => ({
    reading: toReadingMessage(await documents.read(imageContent(image, "image"), call)),
  }),
);
