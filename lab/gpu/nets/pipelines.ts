import type { Task } from "../../../inference/pack/manifest.ts";
import type { OpenPack } from "../../../inference/pack/open.ts";
import { selectModels } from "../../../inference/pack/prepare.ts";
import { openPipelines, type Pipelines } from "../../../inference/pipelines/index.ts";
import type { Net } from "../../../inference/runtime/session.ts";
import type { Material } from "../material.ts";

/** Documents that are read for their portraits: each takes a processor seconds. */
const DOCUMENTS = 4;

/** The pipelines on a pack's nets, of which those that may go to a device are replaced. */
export async function pipelinesWith(
  models: string,
  pack: OpenPack,
  replace: (task: Task, net: Net) => Net,
): Promise<Pipelines> {
  const manifests = (await selectModels(models)).models;
  const placed = new Map<Task, Net>();
  for (const { task, placement } of manifests) {
    if (placement !== null) placed.set(task, replace(task, pack.net(task)));
  }
  return openPipelines({ ...pack, net: (task) => placed.get(task) ?? pack.net(task) });
}

/** What the pipelines say of every face, and of some documents. */
export async function* answersOf(
  pipelines: Pipelines,
  { faces, documents }: Material,
): AsyncGenerator<unknown> {
  for (const face of Object.values(faces)) {
    yield await pipelines.analyzeFace(face);
    // The one call that looks at eyes.
    yield await pipelines.assessPresentationAttack([face]);
  }
  for (const name of Object.keys(documents).slice(0, DOCUMENTS)) {
    yield await pipelines.readDocument(documents[name]!);
  }
}
