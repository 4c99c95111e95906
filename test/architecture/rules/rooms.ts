/**
 * The order of the folders within the large rooms, from the bottom up: each may import those that stand
 * before it. Folders that share a line do not import each other.
 */
export const ROOMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "edge/verdicts": [
    ["text", "face", "match"],
    ["ocr", "liveness"],
    ["document", "fraud"],
    ["outcomes"],
    ["test-references"],
  ],
  "edge/webhooks": [["address", "signing"], ["delivery"]],
  "edge/store": [["accounts", "audit", "results", "webhooks"], ["verifications"], ["tenancy"], ["erasure"]],
  "edge/dashboard": [["shell"], ["ui"], ["account"], ["sections"]],
  "edge/reference": [["open-api"], ["pages"]],
  "inference/forensics": [
    ["upload"],
    ["measure"],
    ["compression", "copy-move", "file", "print", "recapture", "resampling", "seams", "tone"],
  ],
  "inference/pipelines": [["face", "forensics"], ["document"]],
  "inference/onnx": [["tfjs", "torch"]],
};
