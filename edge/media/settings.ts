import type { ObjectStore } from "../platform/ports.ts";
import { binding } from "../platform/variables.ts";

/** The variables of the object store. */
export const mediaVariables = {
  /** Without it no image is kept. */
  MEDIA: binding<ObjectStore>("put", "get", "delete").optional(),
};
