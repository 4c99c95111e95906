import { setPriority } from "node:os";
import { type OpenBundle, openBundle } from "../../../inference/bundle/open.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { openDocumentPipeline } from "../../../inference/pipelines/document/document.ts";
import { openFacePipeline } from "../../../inference/pipelines/face/face.ts";
import { CPU, type Model } from "../../../inference/runtime/session.ts";
import type { Tensor } from "../../../inference/runtime/tensors.ts";
import { WORKER_NICENESS } from "../../../inference/workers/messages.ts";

interface Run {
  readonly model: Model;
  readonly feeds: Record<string, Tensor>;
}

/** A bundle that records each run of its models: the model and its inputs. */
function recording(bundle: OpenBundle, runs: Run[]): OpenBundle {
  const record = (model: Model): Model => ({
    ...model,
    run(feeds) {
      runs.push({ model, feeds: structuredClone(feeds) });
      return model.run(feeds);
    },
  });
  return { ...bundle, model: (task) => record(bundle.model(task)) };
}

/**
 * The yardstick of one document, at a worker's priority on one core: the photo is decoded, and the models
 * that one reading runs are run again on the same inputs. Returns the milliseconds for each photo.
 */
async function main(): Promise<void> {
  setPriority(WORKER_NICENESS);
  process.on("disconnect", () => process.exit(0));
  const runs: Run[] = [];
  const bundle = recording(await openBundle(process.argv[2]!, CPU), runs);
  const documents = await openDocumentPipeline(bundle, await openFacePipeline(bundle));
  const measure = async (photo: Uint8Array): Promise<number> => {
    runs.length = 0;
    await documents.read(await decodeImage(photo), { portrait: "full" });
    const from = performance.now();
    await decodeImage(photo);
    for (const { model, feeds } of runs) await model.run(feeds);
    return performance.now() - from;
  };
  process.on("message", (photo) => void measure(photo as Uint8Array).then((ms) => process.send!(ms)));
  process.send!("ready");
}

await main();
