import { isOfWheel, pulledFiles, pullFiles } from "../../inference/bundle/download/pull.ts";
import { listModels } from "../../inference/bundle/inventory.ts";
import type { StackSettings } from "./settings.ts";

/** Milliseconds for the publishers' server to answer. */
const PROBE_MS = 3_000;

/**
 * Downloads the recommended models that are missing: from MODELS_FROM if it is set, else the reader of print
 * with pip, and the others from their publishers if these answer within 3 s. Says before what it fetches and
 * how to switch that off, and afterwards which models are missing and what that means. A model that cannot be
 * downloaded is no error.
 */
export async function bringModels(
  folder: string,
  { modelsFrom: from, modelsPull }: Pick<StackSettings, "modelsFrom" | "modelsPull">,
  say: (line: string) => void,
): Promise<void> {
  const missing = await missingModels(folder);
  if (missing.length === 0) return;
  if (!modelsPull) {
    say("Recommended models not downloaded (MODELS_PULL=0). Using bundled models.");
  } else {
    const source = from === undefined ? "their publishers' sites and with pip" : "MODELS_FROM";
    say(
      `Looking for ${missing.length} recommended models on ${source}: PAD models, a better reader of print (27 MB), and others that replace bundled ones.`,
    );
    say("No data leave this machine. MODELS_PULL=0 switches this off.");
    await pull(folder, from, say);
  }
  await report(folder, say);
}

async function missingModels(folder: string): Promise<string[]> {
  const models = await listModels(folder);
  return models.filter(({ present }) => !present).map(({ name }) => name);
}

async function canReachPublishers(): Promise<boolean> {
  const url = pulledFiles.map(({ origin }) => "url" in origin && origin.url).find(Boolean);
  if (!url) return false;
  // Any failure of the probe would fail the pull as well.
  const signal = AbortSignal.timeout(PROBE_MS);
  const answer = await fetch(url, { method: "HEAD", signal }).catch(() => null);
  return answer?.ok === true;
}

async function pull(folder: string, from: string | undefined, say: (line: string) => void): Promise<void> {
  let shown = "";
  const isOnline = from !== undefined || (await canReachPublishers());
  if (!isOnline) say("The publishers' sites do not answer: their models are not downloaded.");
  const report = await pullFiles(folder, isOnline ? pulledFiles : pulledFiles.filter(isOfWheel), {
    ...(from === undefined ? {} : { from }),
    onDownload: ({ requirement, bytes }) =>
      say(`Downloading ${requirement} with pip: ${Math.round(bytes / 1e6)} MB`),
    onProgress: ({ file, done, total }) => {
      const line = `Downloading ${file}: ${Math.floor((done / total) * 10) * 10} %`;
      if (line !== shown) say(line);
      shown = line;
    },
  });
  const failed = report.files.filter(({ error }) => error !== null);
  for (const [message, files] of Map.groupBy(failed, ({ error }) => error!.message)) {
    const [{ file }] = files as [(typeof files)[number]];
    say(`${files.length === 1 ? file : `${files.length} files are not downloaded`}: ${message}`);
  }
}

async function report(folder: string, say: (line: string) => void): Promise<void> {
  const missing = await missingModels(folder);
  if (missing.length > 0) {
    say(`Recommended models that are missing: ${missing.join(", ")}.`);
    say("To download them later: npm run admin -- models pull [--from DIR|URL]. Then restart.");
  }
  const models = await listModels(folder);
  const reader = models.find(({ task, inUse }) => inUse && task === "text_recognition");
  if (reader?.bundle === "bundled") {
    say("Print is read by the bundled reader: marks and spaces get lost (ŁUKASZ is read as LUKASZ).");
  }
  if (!models.some(({ task, inUse }) => inUse && task.startsWith("pad_"))) {
    say("PAD model not installed: selfie-only checks are followed by a challenge.");
  }
}
