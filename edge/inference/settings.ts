import { z } from "zod";
import { httpUrl } from "../settings/variables.ts";

/** Where the inference service is. */
export const inferenceVariables = {
  INFERENCE_URL: httpUrl,
  INFERENCE_TOKEN: z.string().min(1),
};
