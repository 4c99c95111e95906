import { z } from "zod";
import type { Egress } from "../platform/ports.ts";
import { binding, httpUrl, listOf } from "../platform/variables.ts";

const MAX_HOSTS = 8;

/** The variables of the inference service's address. */
export const inferenceVariables = {
  /** The hosts, nearest first. */
  INFERENCE_URLS: listOf(httpUrl, MAX_HOSTS).optional(),
  /** The only host. */
  INFERENCE_URL: httpUrl.optional(),
  /** Not shorter than inference requires. */
  INFERENCE_TOKEN: z.string().min(32),
  /** A network that reaches inference if the runtime's own is not trusted by it, or does not trust it. */
  INFERENCE_NETWORK: binding<Egress>("fetch").optional(),
};

const schema = z.object(inferenceVariables);
type InferenceSettings = z.output<typeof schema>;

/** The hosts of inference, nearest first, each with the setting that names it. */
export function inferenceUrls({
  INFERENCE_URLS,
  INFERENCE_URL,
}: Pick<InferenceSettings, "INFERENCE_URLS" | "INFERENCE_URL">): readonly { name: string; url: string }[] {
  if (INFERENCE_URLS !== undefined) return INFERENCE_URLS.map((url) => ({ name: "INFERENCE_URLS", url }));
  return INFERENCE_URL === undefined ? [] : [{ name: "INFERENCE_URL", url: INFERENCE_URL }];
}

/** Why the hosts' settings contradict each other; null if they do not. */
export function inferenceUrlFault(env: InferenceSettings): string | null {
  if (env.INFERENCE_URLS !== undefined && env.INFERENCE_URL !== undefined) {
    return "is beside INFERENCE_URLS: name each host there";
  }
  return inferenceUrls(env).length === 0 ? "is missing, and INFERENCE_URLS too" : null;
}
