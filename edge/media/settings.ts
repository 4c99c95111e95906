import type { ObjectStore } from "../ports/object-store.ts";
import { binding } from "../settings/variables.ts";

/** The variables of the object store. */
export const mediaVariables = {
  /** Without it no picture is kept. */
  MEDIA: binding<ObjectStore>("put", "get", "delete").optional(),
};
