import { DocumentService } from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { imageContent, shownOf } from "../request.ts";
import { rpc } from "../rpc.ts";
import { toReadingMessage } from "./document-message.ts";

export const assessForensics = rpc(
  DocumentService.method.assessForensics,
  async ({ image }, { engines }, call) => {
    const forensics = await engines.run("assessForensics", imageContent(image, "image"), call);
    const reading = toReadingMessage(forensics.reading);
    return { ...forensics, reading: { ...reading, ...(await shownOf(image, engines, call)) } };
  },
);
