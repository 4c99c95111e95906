import type { Layers } from "./table.ts";

/** Rasters, coordinates and medians, used by all image processing. */
const RASTERS = ["geometry/", "imaging/", "statistics.ts"];

/**
 * The inference service, from the process at the top down to arithmetic. Paths are relative to `inference/`.
 */
export const INFERENCE: Layers = {
  "main.ts": [
    "config.ts",
    "gpu-worker/",
    "listeners/free.ts",
    "workers/",
    "processes/collection.ts",
    "server.ts",
    "service/",
    "/vocabulary/",
  ],
  "server.ts": [
    "config.ts",
    "gpu-worker/",
    "workers/",
    "gallery/gallery-index.ts",
    "listeners/",
    "monitoring/",
    "service/",
  ],
  "listeners/": ["config.ts", "service/", "/vocabulary/setting-faults.ts"],

  // The service answers RPCs; a worker is a process that runs pipelines for it.
  "service/": ["workers/", "chip/", "signatures/", "imaging/", "pipelines/", "settings/", "/proto/gen/"],
  "workers/": [
    "chip/",
    "decoder/",
    "gpu-worker/",
    "gallery/",
    "imaging/",
    "bundle/",
    "pipelines/",
    "processes/",
    "runtime/",
    "settings/",
    "/vocabulary/setting-faults.ts",
  ],
  // A process that decodes images for one worker.
  "decoder/": ["imaging/", "processes/"],
  // A process that runs models for all workers, and a worker's end of the connection to it.
  "gpu-worker/": ["bundle/", "processes/", "runtime/", "settings/"],
  // Measures a model bundle's operating points with its own pipelines.
  "calibration/": [...RASTERS, "bundle/", "pipelines/", "runtime/", "statistics.ts"],

  // A pipeline leads from an image to an answer; it is the only place that knows models and measures both.
  "pipelines/": [...RASTERS, "chip/", "forensics/", "models/", "mrz/", "bundle/"],
  "forensics/": [...RASTERS, "onnx/graph.ts", "onnx/layers.ts", "runtime/", "statistics.ts"],
  "models/": [...RASTERS, "mrz/", "onnx/latin-characters.ts", "runtime/"],

  // Graphs that are built in code.
  "bundle/": ["onnx/", "runtime/"],
  "onnx/": [],
  "runtime/": ["settings/"],
  "processes/": [],
  "gallery/": ["onnx/graph.ts", "runtime/session.ts"],
  "mrz/": [],
  // The files of chips: facts about bytes, no image is decoded.
  "chip/": ["mrz/", "signatures/"],
  // Certificates and signatures, also for the operator's commands.
  "signatures/": [],
  "imaging/": ["geometry/"],
  "geometry/": [],
  "statistics.ts": [],
  "monitoring/": ["gpu-worker/messages.ts"],

  // Each part says which variables it reads; `config.ts` puts them together.
  // What is said of a wrong setting is the same for both services.
  "config.ts": ["/vocabulary/", "gpu-worker/", "workers/", "runtime/", "service/", "settings/"],
  "settings/": ["/vocabulary/setting-faults.ts"],
};
