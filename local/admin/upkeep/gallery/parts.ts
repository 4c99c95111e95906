import { setTimeout as sleep } from "node:timers/promises";
import type { GalleryEngine } from "../../../../inference/engine/gallery/engine.ts";
import {
  type Candidate,
  type Change,
  GalleryRefusal,
  type Position,
  samePosition,
} from "../../../../inference/gallery/messages.ts";
import { CommandError } from "../../command.ts";
import { AT_ONCE, CANDIDATES, differs, Sample, sameCandidates, TRIES } from "./agree.ts";
import { changesAfter, follow, type Gallery, PAGE, request, type Truth } from "./follow.ts";

/** Probes drawn from all of a gallery's faces that the database has. */
export async function sampleOf(gallery: Gallery, truth: Truth, most: number): Promise<Float32Array[]> {
  const sample = new Sample(most);
  for (let after: Position | undefined; ; ) {
    const { changes } = await changesAfter(gallery, truth, after, PAGE);
    if (changes.length === 0) return sample.probes;
    for (const { vector } of changes) if (vector !== undefined) sample.add(vector);
    after = changes.at(-1);
  }
}

/**
 * Asks an engine that holds a gallery, and one whose memory cannot, the same probes: the latter has one part
 * of the log after another, and the best of all parts are the gallery's best. Throws `CommandError`
 * `gallery_differs`, and `GalleryRefusal` where not even one face fits.
 */
export async function agreeInParts(
  whole: GalleryEngine,
  inParts: GalleryEngine,
  gallery: Gallery,
  truth: Truth,
  probes: readonly Float32Array[],
): Promise<void> {
  for (let n = 0; n < TRIES; n++) {
    const { position } = await follow(whole, gallery, truth);
    if (position === undefined) return;
    const told = await askAll(whole, gallery, probes);
    const best = await bestOfParts(inParts, gallery, truth, position, probes);
    const gone = await goneSince(gallery, truth, position);
    if (gone !== undefined && told.every((answer) => samePosition(answer.position, position))) {
      // What was deleted since may have been in a part or not; the others stand in the same order.
      const stays = ({ registrationId }: Candidate) => !gone.has(registrationId);
      for (const [i, { candidates }] of told.entries()) {
        const [one, other] = [candidates.filter(stays), best[i]!.filter(stays)];
        const most = gone.size === 0 ? CANDIDATES : Math.min(one.length, other.length);
        if (!sameCandidates(one.slice(0, most), other.slice(0, most))) throw differs("a probe finds others");
      }
      return;
    }
    await sleep(100);
  }
  throw new CommandError("gallery_busy", "the gallery changes faster than both engines can be compared");
}

/** The best of the log up to a position, by probe. A part is as large as the engine's memory allows. */
async function bestOfParts(
  engine: GalleryEngine,
  gallery: Gallery,
  truth: Truth,
  until: Position,
  probes: readonly Float32Array[],
): Promise<Candidate[][]> {
  const best: Candidate[][] = probes.map(() => []);
  let [held, page] = [undefined as Position | undefined, PAGE];
  const settle = async () => {
    const found = await askAll(engine, partOf(gallery), probes);
    for (const [i, { candidates }] of found.entries()) {
      // Stable: of equal scores the earlier change stays first, as in one gallery.
      best[i] = [...best[i]!, ...candidates].sort((a, b) => b.score - a.score).slice(0, CANDIDATES);
    }
    await engine.answer(request(partOf(gallery), { discard: held }));
    held = undefined;
  };
  for (let after: Position | undefined; ; ) {
    const all = (await changesAfter(gallery, truth, after, page)).changes;
    const changes = all.filter(({ seq }) => seq <= until.seq);
    const last = changes.at(-1);
    if (last === undefined) break;
    if (await isTaken(engine, partOf(gallery), held, changes)) {
      after = { seq: last.seq, registrationId: last.registrationId };
      held = after;
    } else if (held !== undefined) await settle();
    else if (page > 1) page >>= 1;
    else throw new GalleryRefusal("memory", "a face does not fit into the memory for galleries");
  }
  if (held !== undefined) await settle();
  return best;
}

/** A name that no search asks for: a part is no gallery of anybody. */
const partOf = (gallery: Gallery): Gallery => ({ ...gallery, part: "/part" });

/** False where the engine's memory has no room for so many. */
async function isTaken(
  engine: GalleryEngine,
  part: Gallery,
  base: Position | undefined,
  changes: readonly Change[],
): Promise<boolean> {
  try {
    const { position } = await engine.answer(request(part, { base, changes }));
    if (samePosition(position, changes.at(-1))) return true;
    throw new CommandError("gallery_busy", "the memory for galleries lost a part");
  } catch (error) {
    if (error instanceof GalleryRefusal && error.kind === "memory") return false;
    throw error;
  }
}

async function askAll(engine: GalleryEngine, gallery: Gallery, probes: readonly Float32Array[]) {
  const answers = [];
  for (let from = 0; from < probes.length; from += AT_ONCE) {
    const asked = probes
      .slice(from, from + AT_ONCE)
      .map((probe) => engine.answer(request(gallery, { probe: probe.slice(), limit: CANDIDATES })));
    answers.push(...(await Promise.all(asked)));
  }
  return answers;
}

/** Whose faces went after a position; undefined where the database has another history by now. */
async function goneSince(
  gallery: Gallery,
  truth: Truth,
  position: Position,
): Promise<ReadonlySet<string> | undefined> {
  const gone = new Set<string>();
  for (let after: Position = position; ; ) {
    const { known, changes } = await changesAfter(gallery, truth, after, PAGE);
    if (!known) return undefined;
    const last = changes.at(-1);
    if (last === undefined) return gone;
    for (const { registrationId, vector } of changes) if (vector === undefined) gone.add(registrationId);
    after = last;
  }
}
