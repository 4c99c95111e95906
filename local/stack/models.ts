import { pulledFiles, pullModels } from "../../inference/pack/download/pull.ts";
import { listModels } from "../../inference/pack/inventory.ts";
import type { StackSettings } from "./settings.ts";

/** Milliseconds for the publishers' server to answer. */
const PROBE_MS = 3_000;

/**
 * Pulls the recommended models that are missing: from MODELS_FROM if it is set, else from their publishers if
 * these can be reached within 3 s. Prints which models are still missing and what that means; a missing model
 * is no error.
 */
export async function bringModels(
  folder: string,
  { modelsFrom: from, modelsPull }: Pick<StackSettings, "modelsFrom" | "modelsPull">,
  say: (line: string) => void,
): Promise<void> {
  if (modelsPull && (await isMissing(folder))) {
    if (from !== undefined || (await canReachPublishers())) await pull(folder, from, say);
    else say("The recommended models' publishers cannot be reached, and MODELS_FROM is not set.");
  }
  await report(folder, say);
}

async function isMissing(folder: string): Promise<boolean> {
  return (await listModels(folder)).some(({ present }) => !present);
}

async function canReachPublishers(): Promise<boolean> {
  const url = pulledFiles.find(({ origin }) => origin.url !== null)?.origin.url;
  if (!url) return false;
  // Any failure of the probe would fail the pull as well.
  const signal = AbortSignal.timeout(PROBE_MS);
  const answer = await fetch(url, { method: "HEAD", signal }).catch(() => null);
  return answer?.ok === true;
}

async function pull(folder: string, from: string | undefined, say: (line: string) => void): Promise<void> {
  let shown = "";
  const report = await pullModels(folder, {
    ...(from === undefined ? {} : { from }),
    onProgress: ({ file, done, total }) => {
      const line = `pulling ${file}: ${Math.floor((done / total) * 10) * 10} %`;
      if (line !== shown) say(line);
      shown = line;
    },
  });
  for (const { file, error } of report.files) if (error !== null) say(`${file}: ${error.message}`);
}

async function report(folder: string, say: (line: string) => void): Promise<void> {
  const models = await listModels(folder);
  const missing = models.filter(({ present }) => !present).map(({ name }) => name);
  if (missing.length > 0) {
    say(`Running without these recommended models: ${missing.join(", ")}.`);
    say("To bring them: npm run admin -- models pull [--from DIR|URL], then start again.");
  }
  if (!models.some(({ task, inUse }) => inUse && task.startsWith("pad_"))) {
    say("No presentation-attack model: passive liveness never says live, it asks for the challenge.");
  }
}
