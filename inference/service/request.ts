import { Code, ConnectError } from "@connectrpc/connect";
import type { Image } from "../../proto/gen/selfsame/inference/v1/common_pb.js";
import type { Call } from "../engine/job.ts";
import type { Engines } from "../engine/pool.ts";

/** Contract §4.1: 10 MiB an image. */
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** The upload in a request. Throws INVALID_ARGUMENT when the field is absent or over 10 MiB. */
export function imageContent(image: Image | undefined, field: string): Uint8Array {
  if (image === undefined) throw new ConnectError(`${field} is missing`, Code.InvalidArgument);
  if (image.content.length > MAX_IMAGE_BYTES) {
    throw new ConnectError(`${field} is over ${MAX_IMAGE_BYTES} bytes`, Code.InvalidArgument);
  }
  return image.content;
}

/** `shown` of an answer: the image as it was judged, where the request asks for it. */
export async function shownOf(
  image: Image | undefined,
  engines: Engines,
  call: Call,
): Promise<{ shown?: Uint8Array }> {
  return image?.show === true ? { shown: await engines.run("show", image.content, call) } : {};
}
