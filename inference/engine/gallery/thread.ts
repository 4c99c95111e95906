import { parentPort, workerData } from "node:worker_threads";
import { GalleryIndex } from "../../gallery/gallery-index.ts";
import { type ForgottenFace, GalleryRefusal, wipe } from "../../gallery/messages.ts";
import { Snapshots } from "../../gallery/snapshot/snapshots.ts";
import type { AskGallery, FromGallery, GalleryStart, SnapshotSettings, ToGallery } from "./messages.ts";

/** Milliseconds between two looks for galleries that nobody asks for. */
const TIDY_MS = 60_000;
/** Milliseconds between two writings of what has changed. What is lost with the process is read again. */
const SAVE_MS = 30_000;

/** The thread that holds the galleries. Requests that came together share a pass over the rows. */
async function main(): Promise<void> {
  const { maxBytes, snapshots: settings } = workerData as GalleryStart;
  const index = new GalleryIndex(maxBytes, () => performance.now());
  const snapshots = settings && openSnapshots(index, settings);
  await snapshots?.find();
  let waiting: AskGallery[] = [];
  const work = () => {
    const taken = waiting;
    waiting = [];
    const outcomes = index.answer(taken.map(({ request }) => request));
    const { totals } = index;
    outcomes.forEach((outcome, i) => {
      const sent = outcome instanceof GalleryRefusal ? { refused: outcome.kind } : outcome;
      send({ id: taken[i]!.id, outcome: sent, totals });
    });
    // The index has copied the vectors.
    for (const { request } of taken) wipe(request);
  };
  const forget = async (faces: readonly ForgottenFace[]) => {
    for (const { gallery, registrationId } of faces) index.forget(gallery, registrationId);
    await snapshots?.forget(faces);
  };
  parentPort!.on("message", (message: ToGallery) => {
    if ("request" in message) {
      // Runs after all messages that have arrived by now.
      if (waiting.push(message) === 1) setImmediate(work);
      return;
    }
    // A request that came before may bring a face that is to be forgotten, or kept.
    if (waiting.length > 0) work();
    if ("close" in message) void (snapshots?.save() ?? Promise.resolve()).then(() => send({ closed: true }));
    else {
      const told = (forgotten: boolean) => send({ id: message.id, forgotten });
      void forget(message.forget).then(
        () => told(true),
        () => told(false),
      );
    }
  });
  setInterval(() => index.dropUnused(), TIDY_MS).unref();
  await snapshots?.restore();
  if (snapshots !== null) setInterval(() => void snapshots.save(), SAVE_MS).unref();
}

const send = (message: FromGallery) => parentPort!.postMessage(message);

function openSnapshots(index: GalleryIndex, { folder, key }: SnapshotSettings): Snapshots {
  return new Snapshots(index, folder, key, (snapshot) => send({ snapshot, totals: index.totals }));
}

await main();
