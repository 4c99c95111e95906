import type { Layers } from "./table.ts";

/** Rasters, coordinates and medians, used by all image processing. */
const RASTERS = ["geometry/", "imaging/", "statistics.ts"];

/**
 * The inference service, from the process at the top down to arithmetic. Paths are relative to `inference/`.
 */
export const INFERENCE: Layers = {
  "main.ts": ["config.ts", "device/", "engine/", "processes/collection.ts", "server.ts", "service/"],
  "server.ts": [
    "config.ts",
    "device/",
    "engine/",
    "gallery/gallery-index.ts",
    "listeners/",
    "monitoring/",
    "service/",
  ],
  "listeners/": ["config.ts", "service/"],

  // The service answers RPCs; an engine is a process that runs pipelines for it.
  "service/": ["engine/", "imaging/", "pipelines/", "settings/", "/proto/gen/"],
  "engine/": [
    "decoder/",
    "device/",
    "gallery/",
    "imaging/",
    "pack/",
    "pipelines/",
    "processes/",
    "runtime/",
    "settings/",
  ],
  // A process that decodes images for one engine.
  "decoder/": ["imaging/", "processes/"],
  // A process that runs models for all engines, and an engine's end of the connection to it.
  "device/": ["pack/", "processes/", "runtime/", "settings/"],
  // Measures a model bundle's operating points with its own pipelines.
  "calibration/": [...RASTERS, "pack/", "pipelines/", "runtime/", "statistics.ts"],

  // A pipeline leads from an image to an answer; it is the only place that knows models and measures both.
  "pipelines/": [...RASTERS, "forensics/", "models/", "mrz/", "pack/"],
  "forensics/": [...RASTERS, "onnx/graph.ts", "onnx/layers.ts", "runtime/", "statistics.ts"],
  "models/": [...RASTERS, "mrz/", "runtime/"],

  // Graphs that are built in code.
  "pack/": ["onnx/", "runtime/"],
  "onnx/": [],
  "runtime/": ["settings/"],
  "processes/": [],
  "gallery/": ["onnx/graph.ts", "runtime/session.ts"],
  "mrz/": [],
  "imaging/": ["geometry/"],
  "geometry/": [],
  "statistics.ts": [],
  "monitoring/": ["device/messages.ts"],

  // Each part says which variables it reads; `config.ts` puts them together.
  // What is said of a wrong setting is the same for both services.
  "config.ts": ["/vocabulary/setting-faults.ts", "device/", "engine/", "runtime/", "service/", "settings/"],
  "settings/": [],
};
