import { z } from "zod";
import { httpUrl } from "../settings/variables.ts";

/** The variables of the inference service's address. */
export const inferenceVariables = {
  INFERENCE_URL: httpUrl,
  /** As long as inference itself demands it. */
  INFERENCE_TOKEN: z.string().min(32),
};
