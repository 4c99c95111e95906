import { parentPort, workerData } from "node:worker_threads";
import { GalleryIndex } from "../../gallery/gallery-index.ts";
import { GalleryRefusal, type GalleryRequest } from "../../gallery/messages.ts";
import { overwriteFreedMemory } from "../../processes/freed-memory.ts";
import type { AskGallery, FromGallery, GalleryStart, ToGallery } from "./messages.ts";

/** Milliseconds between two looks for galleries that nobody asks for. */
const TIDY_MS = 60_000;

/** The thread that holds the galleries. Requests that came together share a pass over the rows. */
function main(): void {
  overwriteFreedMemory();
  const index = new GalleryIndex((workerData as GalleryStart).maxBytes, () => performance.now());
  let waiting: AskGallery[] = [];
  const work = () => {
    const taken = waiting;
    waiting = [];
    const outcomes = index.answer(taken.map(({ request }) => request));
    const { totals } = index;
    outcomes.forEach((outcome, i) => {
      const sent = outcome instanceof GalleryRefusal ? { refused: outcome.kind } : outcome;
      parentPort!.postMessage({ id: taken[i]!.id, outcome: sent, totals } satisfies FromGallery);
    });
    for (const { request } of taken) wipe(request);
  };
  parentPort!.on("message", (message: ToGallery) => {
    if ("forget" in message) {
      // A request that came before may bring the face.
      if (waiting.length > 0) work();
      index.forget(message.forget.gallery, message.forget.registrationId);
      return;
    }
    // Runs after all messages that have arrived by now.
    if (waiting.push(message) === 1) setImmediate(work);
  });
  setInterval(() => index.dropUnused(), TIDY_MS).unref();
}

/** Overwrites the vectors, which the index has copied: nobody knows when their memory is used again. */
function wipe({ changes, probe }: GalleryRequest): void {
  for (const { vector } of changes) vector?.fill(0);
  probe?.fill(0);
}

main();
