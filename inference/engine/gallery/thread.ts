import { parentPort, workerData } from "node:worker_threads";
import { GalleryIndex } from "../../gallery/gallery-index.ts";
import { GalleryRefusal } from "../../gallery/messages.ts";
import type { FromGallery, GalleryStart, ToGallery } from "./messages.ts";

/** The thread that holds the galleries. Requests that came together share a pass over the rows. */
function main(): void {
  const index = new GalleryIndex((workerData as GalleryStart).maxBytes, Date.now);
  let waiting: ToGallery[] = [];
  const work = () => {
    const taken = waiting;
    waiting = [];
    const outcomes = index.answer(taken.map(({ request }) => request));
    const { totals } = index;
    outcomes.forEach((outcome, i) => {
      const sent = outcome instanceof GalleryRefusal ? { refused: outcome.kind } : outcome;
      parentPort!.postMessage({ id: taken[i]!.id, outcome: sent, totals } satisfies FromGallery);
    });
  };
  parentPort!.on("message", (message: ToGallery) => {
    // Runs after all messages that have arrived by now.
    if (waiting.push(message) === 1) setImmediate(work);
  });
}

main();
