/** Findings of work that is under way. A list that is emptied is a rule that holds. */
export const PENDING = {
  /** Imports from one layer to another that the table does not allow. */
  crossings: [] as string[],
  /** Layers and entries that do not exist yet. */
  paths: [] as string[],
  /** Circles among the things that stand side by side. */
  circles: [] as string[],
  /** Imports against the order of a room's folders. */
  order: [] as string[],
  /** Parts whose exports without an importer are still being removed. */
  exports: [
    "edge/",
    "inference/forensics/",
    "inference/pipelines/",
    "inference/geometry/",
    "inference/imaging/",
  ],
  /** Parts whose comments are still being wrapped. */
  comments: ["drizzle/", "edge/", "inference/"],
};
