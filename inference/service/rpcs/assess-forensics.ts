import { DocumentService } from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { imageContent } from "../request.ts";
import { rpc } from "../rpc.ts";
import { toReadingMessage } from "./document-message.ts";

export const assessForensics = rpc(
  DocumentService.method.assessForensics,
  async ({ image }, { documents }, call) => {
    const forensics = await documents.assess(imageContent(image, "image"), call);
    return { ...forensics, reading: toReadingMessage(forensics.reading) };
  },
);
