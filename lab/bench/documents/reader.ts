import { openForensicNets } from "../../../inference/forensics/graphs.ts";
import { MEASURES } from "../../../inference/forensics/measures.ts";
import { perceptualHash } from "../../../inference/forensics/upload/perceptual-hash.ts";
import { readUploadFile } from "../../../inference/forensics/upload/upload-file.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";
import type { Task } from "../../../inference/pack/manifest.ts";
import { type OpenPack, openPack } from "../../../inference/pack/open.ts";
import { openDocumentPipeline } from "../../../inference/pipelines/document/document.ts";
import { openFacePipeline } from "../../../inference/pipelines/face/face.ts";
import { subjectOf } from "../../../inference/pipelines/forensics.ts";
import type { DocumentReading } from "../../../inference/pipelines/types.ts";
import { CPU, type Net } from "../../../inference/runtime/session.ts";

/**
 * One page: milliseconds in all and by stage, and the megabytes by which the process has grown since it was
 * ready.
 */
export interface Reading {
  readonly total: number;
  readonly stages: Readonly<Record<string, number>>;
  readonly grown: number;
  /** Whether all check digits of the zone hold. */
  readonly valid: boolean;
  /** Milliseconds by measure of forgery, where forgery was assessed. */
  readonly forensics: Readonly<Record<string, number>>;
}

const spent = new Map<string, number>();

async function timed<T>(stage: string, work: Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work;
  spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - from);
  return result;
}

/** A pack that adds up the time of its nets by task. */
function observed(pack: OpenPack): OpenPack {
  const watch = (task: Task, net: Net): Net => ({ ...net, run: (feeds) => timed(task, net.run(feeds)) });
  return { ...pack, net: (task) => watch(task, pack.net(task)) };
}

type Examine = (
  content: Uint8Array,
  raster: Raster,
  reading: DocumentReading,
) => Promise<Reading["forensics"]>;

/** Runs every measure of forgery, one after another, in the pipeline's order. */
async function openMeasures(pack: OpenPack): Promise<Examine> {
  const nets = await openForensicNets(pack.open);
  return async (content, raster, reading) => {
    spent.clear();
    const file = await timed("file", readUploadFile(content));
    const subject = subjectOf(file, raster, reading);
    for (const { model, measure } of MEASURES) await timed(model.name, measure(subject, nets));
    await timed("perceptual hash", perceptualHash(raster));
    return Object.fromEntries(spent);
  };
}

async function main(): Promise<void> {
  const [models, what] = process.argv.slice(2);
  process.on("disconnect", () => process.exit(0));
  const pack = observed(await openPack(models!, CPU));
  const documents = await openDocumentPipeline(pack, await openFacePipeline(pack));
  const examine = what === "forensics" ? await openMeasures(pack) : undefined;
  const peak = () => process.resourceUsage().maxRSS / 1024;
  const ready = peak();
  const read = async (content: Uint8Array): Promise<Reading> => {
    spent.clear();
    const from = performance.now();
    const raster = await timed("decoding", decodeImage(content));
    const reading = await documents.read(raster, { portrait: "full" });
    const total = performance.now() - from;
    const known = [...spent.values()].reduce((sum, ms) => sum + ms, 0);
    const stages = { ...Object.fromEntries(spent), "finding, flattening, cutting": total - known };
    const forensics = (await examine?.(content, raster, reading)) ?? {};
    const valid = reading.mrz?.checks.every((check) => check.valid) ?? false;
    return { total, stages, grown: peak() - ready, valid, forensics };
  };
  process.on(
    "message",
    (content) => void read(content as Uint8Array).then((reading) => process.send!(reading)),
  );
  process.send!("ready");
}

await main();
