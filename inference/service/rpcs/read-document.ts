import { DocumentService } from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { imageContent, shownOf } from "../request.ts";
import { rpc } from "../rpc.ts";
import { toReadingMessage } from "./document-message.ts";

export const readDocument = rpc(DocumentService.method.readDocument, async ({ image }, { engines }, call) => {
  const reading = await engines.run("readDocument", imageContent(image, "image"), call);
  return { reading: { ...toReadingMessage(reading), ...(await shownOf(image, engines, call)) } };
});
