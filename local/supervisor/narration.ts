import type { Facts } from "./supervised-process.ts";

/** What the operator reads for an event of a process; null for one that is no news. */
const SENTENCES: Readonly<Record<string, ((facts: Facts) => string) | null>> = {
  progress: ({ model, done, total }) => `Model ${model} loaded (${done} of ${total}).`,
  models_folder_made: null,
  worker_ready: null,
  worker_lost: ({ pid, reason }) => `Inference worker ${pid} ended (${reason}). Another one starts.`,
  gpu_worker_ready: ({ device }) => `GPU worker ${device} is ready.`,
  gpu_worker_lost: ({ device, reason }) => `GPU worker ${device} ended (${reason}). Another one starts.`,
  draining: null,
  stopped: null,
  lost: ({ error }) => `The edge's runtime ended: ${error}`,
  tick_failed: ({ error }) => `Scheduled work failed; it runs again in a second: ${error}`,
  token_refused: ({ calls }) => `Inference rejected ${calls} calls with a wrong INFERENCE_TOKEN.`,
  gallery_away: ({ reason }) => `The gallery server does not answer: ${reason}`,
  gallery_back: () => "The gallery server answers again.",
  gallery_lost: () => "The gallery server lost a gallery, which is filled again.",
  outage: ({ part, why }) => `The ${String(part).replace("_", " ")} is not available: ${why}.`,
  bad_settings: ({ wrong }) => `Wrong settings: ${wrong}`,
  dispatcher_failed: ({ error }) => `Webhooks could not be sent (${error}); they are sent later.`,
  background_failed: ({ error }) => `Work after an answer failed: ${error}`,
  mail: ({ to, subject, text }) => `Mail to ${to}: ${subject}\n${text}\n`,
  output: ({ line }) => String(line),
};

/**
 * An event that a process of the stack logs, in plain words for the terminal; null if it is no news. An event
 * without a sentence is shown as it was logged.
 */
export function narrated(name: string, event: string, facts: Facts): string | null {
  const sentence = Object.hasOwn(SENTENCES, event) ? SENTENCES[event] : undefined;
  if (sentence === undefined) return `${name}: ${event} ${JSON.stringify(facts)}`;
  return sentence === null ? null : sentence(facts);
}
