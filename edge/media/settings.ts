import { z } from "zod";
import type { ObjectStore } from "../platform/ports.ts";
import { binding } from "../platform/variables.ts";

/** The variables of the object store. */
export const mediaVariables = {
  /** Without it no image is kept. */
  MEDIA: binding<ObjectStore>("put", "get", "delete").optional(),
  /** `off` stores no image, although there is a store: several edges beside one database share none. */
  IMAGE_STORE: z.enum(["on", "off"]).default("on"),
};
