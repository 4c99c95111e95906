import { DocumentService } from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { imageContent, shownOf } from "../request.ts";
import { rpc } from "../rpc.ts";
import { toReadingMessage } from "./document-message.ts";

export const readDocument = rpc(
  DocumentService.method.readDocument,
  async ({ image }, { documents, engines }, call) => {
    const reading = toReadingMessage(await documents.read(imageContent(image, "image"), call));
    return { reading: { ...reading, ...(await shownOf(image, engines, call)) } };
  },
);
