import { createInferenceClient } from "../../../edge/inference/client.ts";
import type { Template } from "../../../edge/inference/port.ts";
import type { Person } from "../../material/person.ts";

/** Number of consecutive floats that are unique to a template. */
const FLOATS = 16;

/** The faces' templates as bytes: those of the selfies and of the portraits on the cards. */
export async function facesOf(
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  people: readonly Person[],
): Promise<[string, Buffer[]][]> {
  const inference = createInferenceClient({ baseUrl, token, deadlineMs: 60_000, clock: Date.now });
  // No tenant: these calls are not stored.
  const caller = { tenant: "", priority: "interactive" as const, inferenceUsed() {} };
  const faces: [string, Buffer[]][] = [];
  for (const [i, { selfie, card }] of people.entries()) {
    const { principal } = await inference.analyzeFace({ param: "image", content: selfie }, caller);
    if (principal !== null) faces.push([`the face of selfie ${i}`, bytesOf(principal.template)]);
    const { portrait } = await inference.readDocument({ param: "image", content: card }, caller);
    if (portrait !== null) faces.push([`the face of portrait ${i}`, bytesOf(portrait.face.template)]);
  }
  return faces;
}

const bytesOf = ({ vector }: Template) => [
  Buffer.from(vector.buffer, vector.byteOffset, 4 * FLOATS),
  Buffer.from(Float64Array.from(vector.subarray(0, FLOATS)).buffer),
];
