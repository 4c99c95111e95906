import { setTimeout as sleep } from "node:timers/promises";
import type { GalleryEngine } from "../../../../inference/engine/gallery/engine.ts";
import { type Candidate, samePosition } from "../../../../inference/gallery/messages.ts";
import { CommandError } from "../../command.ts";
import { follow, type Gallery, request, type Truth } from "./follow.ts";

/** Candidates that each probe asks for. */
export const CANDIDATES = 3;
/** Probes that both engines are asked at once. */
export const AT_ONCE = 32;
/** Times that both are brought to the same change while others register and delete. */
export const TRIES = 20;
/** How much of another face a probe has, so that it is nobody's own template. */
const OTHER = 0.7;

/** Draws vectors of a stream, each as likely as any other (Vitter, 1985, algorithm R). They are copies. */
export class Sample {
  readonly vectors: Float32Array[] = [];
  readonly #most: number;
  #seen = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(vector: Float32Array): void {
    const at = Math.floor(Math.random() * ++this.#seen);
    if (this.vectors.length < this.#most) this.vectors.push(vector.slice());
    else if (at < this.#most) this.vectors[at] = vector.slice();
  }

  /** As many probes: by turns a face itself, and a mixture of two. */
  get probes(): Float32Array[] {
    return this.vectors.map((vector, i) =>
      i % 2 === 0 ? vector : mixed(vector, this.vectors[(i + 1) % this.vectors.length]!),
    );
  }
}

function mixed(one: Float32Array, other: Float32Array): Float32Array {
  const sum = one.map((value, i) => value + OTHER * other[i]!);
  const length = Math.hypot(...sum);
  return length === 0 ? one : sum.map((value) => value / length);
}

/**
 * Asks two engines the same probes of a gallery, and how many faces it has; both stand at the same change.
 * Throws `CommandError` `gallery_differs`.
 */
export async function agree(
  engines: readonly [GalleryEngine, GalleryEngine],
  gallery: Gallery,
  truth: Truth,
  probes: readonly Float32Array[],
): Promise<void> {
  for (let from = 0; from < probes.length; from += AT_ONCE) {
    const answered = probes.slice(from, from + AT_ONCE).map((probe) => asked(engines, gallery, truth, probe));
    for (const [one, other] of await Promise.all(answered)) {
      if (one.faces !== other.faces) throw differs(`${one.faces} faces and ${other.faces}`);
      if (!sameCandidates(one.candidates, other.candidates)) throw differs("a probe finds others");
    }
  }
}

async function asked(
  engines: readonly [GalleryEngine, GalleryEngine],
  gallery: Gallery,
  truth: Truth,
  probe: Float32Array,
) {
  for (let n = 0; n < TRIES; n++) {
    const ask = (engine: GalleryEngine) =>
      engine.answer(request(gallery, { probe: probe.slice(), limit: CANDIDATES }));
    const [one, other] = await Promise.all([ask(engines[0]), ask(engines[1])]);
    if (samePosition(one.position, other.position)) return [one, other] as const;
    await sleep(100);
    for (const engine of engines) await follow(engine, gallery, truth);
  }
  throw new CommandError("gallery_busy", "the gallery changes faster than both engines can be compared");
}

export const sameCandidates = (one: readonly Candidate[], other: readonly Candidate[]) =>
  one.length === other.length &&
  one.every(
    ({ registrationId, score }, i) =>
      registrationId === other[i]!.registrationId && score === other[i]!.score,
  );

export const differs = (what: string) =>
  new CommandError("gallery_differs", `the engines do not agree: ${what}`);
