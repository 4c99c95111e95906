import { CPU, type Net } from "../../../inference/engine/session.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { Task } from "../../../inference/pack/manifest.ts";
import { type OpenPack, openPack } from "../../../inference/pack/open.ts";
import { openDocumentPipeline } from "../../../inference/pipelines/document.ts";
import { openFacePipeline } from "../../../inference/pipelines/face.ts";

/** One page read: milliseconds in all and by stage, and megabytes by which the process outgrew what it was when ready. */
export interface Reading {
  readonly total: number;
  readonly stages: Readonly<Record<string, number>>;
  readonly grown: number;
  /** Whether all check digits of its zone hold. */
  readonly valid: boolean;
}

const spent = new Map<string, number>();

async function timed<T>(stage: string, work: Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work;
  spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - from);
  return result;
}

/** The pack with its nets' time added up by task. */
function observed(pack: OpenPack): OpenPack {
  const watch = (task: Task, net: Net): Net => ({ ...net, run: (feeds) => timed(task, net.run(feeds)) });
  return { ...pack, net: (task) => watch(task, pack.net(task)) };
}

async function main(): Promise<void> {
  process.on("disconnect", () => process.exit(0));
  const pack = observed(await openPack(process.argv[2]!, CPU));
  const documents = await openDocumentPipeline(pack, await openFacePipeline(pack));
  const peak = () => process.resourceUsage().maxRSS / 1024;
  const ready = peak();
  const read = async (content: Uint8Array): Promise<Reading> => {
    spent.clear();
    const from = performance.now();
    const raster = await timed("decoding", decodeImage(content));
    const { mrz } = await documents.read(raster, { portrait: true });
    const total = performance.now() - from;
    const known = [...spent.values()].reduce((sum, ms) => sum + ms, 0);
    const stages = { ...Object.fromEntries(spent), "finding, flattening, cutting": total - known };
    return { total, stages, grown: peak() - ready, valid: mrz?.checks.every(({ valid }) => valid) ?? false };
  };
  process.on(
    "message",
    (content) => void read(content as Uint8Array).then((reading) => process.send!(reading)),
  );
  process.send!("ready");
}

await main();
