import type { ObjectStore } from "../ports/object-store.ts";
import { binding } from "../settings/variables.ts";

/** Where pictures are kept. */
export const mediaVariables = {
  /** Absent: no picture is kept. */
  MEDIA: binding<ObjectStore>("put", "get", "delete").optional(),
};
