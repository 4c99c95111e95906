import { Code, ConnectError } from "@connectrpc/connect";
import {
  type GalleryPage,
  GalleryService,
} from "../../../proto/gen/selfsame/inference/v1/gallery_service_pb.js";
import { rpc } from "../rpc.ts";

const MAX = { key: 256, id: 64, mark: 128, changes: 1_000, candidates: 100, dimensions: 4_096 } as const;
/** Largest difference of a template's length from 1. */
const UNIT_TOLERANCE = 1e-3;
const FLOAT = Float32Array.BYTES_PER_ELEMENT;

export const searchGallery = rpc(
  GalleryService.method.searchGallery,
  async ({ gallery, page, probe, limit }, { galleries }, call) => {
    valid(gallery.length > 0 && gallery.length <= MAX.key, `gallery: 1 to ${MAX.key} characters`);
    valid(limit >= 1 && limit <= MAX.candidates, `limit: 1 to ${MAX.candidates}`);
    const request = {
      gallery,
      page: page && toPage(page),
      probe: probe && toVector(probe, "probe"),
      limit,
    };
    const { mark, faces, filling, candidates } = await galleries.ask(request, call);
    return {
      mark,
      faces: BigInt(faces),
      filling,
      candidates: candidates.map(({ registrationId, score }) => ({ registrationId, comparisonScore: score })),
    };
  },
);

function toPage({ after, mark, changes }: GalleryPage) {
  valid(after.length <= MAX.mark && mark.length <= MAX.mark, `mark: at most ${MAX.mark} characters`);
  valid(changes.length <= MAX.changes, `changes: at most ${MAX.changes}`);
  return {
    after,
    mark,
    changes: changes.map(({ registrationId, template }) => {
      valid(registrationId.length > 0 && registrationId.length <= MAX.id, `registration_id: 1 to ${MAX.id}`);
      return { registrationId, vector: template && toVector(template, "template") };
    }),
  };
}

/** A unit vector of little-endian 32-bit floats. */
function toVector(bytes: Uint8Array, field: string): Float32Array {
  const length = bytes.length / FLOAT;
  valid(Number.isInteger(length) && length >= 1 && length <= MAX.dimensions, `${field}: not a template`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(length);
  let square = 0;
  for (let i = 0; i < length; i++) {
    const value = view.getFloat32(i * FLOAT, true);
    vector[i] = value;
    square += value * value;
  }
  valid(Math.abs(Math.sqrt(square) - 1) <= UNIT_TOLERANCE, `${field}: not a unit vector`);
  return vector;
}

/** Throws INVALID_ARGUMENT with a message that names the field, never its value. */
function valid(condition: boolean, message: string): void {
  if (!condition) throw new ConnectError(message, Code.InvalidArgument);
}
