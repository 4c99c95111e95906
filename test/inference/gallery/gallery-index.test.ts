import { beforeEach, describe, expect, it } from "vitest";
import { GalleryIndex } from "../../../inference/gallery/gallery-index.ts";
import {
  type Change,
  type GalleryAnswer,
  GalleryRefusal,
  type GalleryRequest,
} from "../../../inference/gallery/messages.ts";
import { crowdOf } from "../../../lab/material/faces/faces-in-a-crowd.ts";

const FACES = crowdOf(2_000, 3, 64);
const ROOMY = 1 << 30;
let now = 0;
let index: GalleryIndex;
beforeEach(() => {
  now = 1_000_000;
  index = new GalleryIndex(ROOMY, () => now);
});

const change = (seq: number, face: number | null = seq): Change => ({
  seq,
  registrationId: `fr_${seq}`,
  vector: face === null ? undefined : FACES[face]!,
});
const changes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => change(from + i));
const at = (seq: number) => ({ seq, registrationId: `fr_${seq}` });

const request = (changed: Partial<GalleryRequest>): GalleryRequest => ({
  gallery: "a",
  discard: undefined,
  base: undefined,
  changes: [],
  probe: undefined,
  limit: 1,
  ...changed,
});

function ask(changed: Partial<GalleryRequest> = {}): GalleryAnswer {
  const [answer] = index.answer([request(changed)]);
  if (answer instanceof GalleryRefusal || answer === undefined) throw answer;
  return answer;
}

const best = (answer: GalleryAnswer) => answer.candidates[0]?.registrationId;

describe("a gallery", () => {
  it("is at no position before it is told anything", () => {
    const nothing = { position: undefined, faces: 0, filling: false, candidates: [] };
    expect(ask()).toEqual(nothing);
    expect(ask({ probe: FACES[1]! })).toEqual(nothing);
  });

  it("finds a new face in the request that tells of it", () => {
    const answer = ask({ changes: changes(1, 3), probe: FACES[2]! });
    expect(answer).toMatchObject({ position: at(3), faces: 3, candidates: [{ registrationId: "fr_2" }] });
    expect(best(ask({ base: at(3), changes: [change(9)], probe: FACES[9]! }))).toBe("fr_9");
  });

  it("never finds a deleted one", () => {
    ask({ changes: changes(1, 3) });
    const gone = { seq: 4, registrationId: "fr_2", vector: undefined };
    const answer = ask({ base: at(3), changes: [gone], probe: FACES[2]!, limit: 9 });
    expect(answer).toMatchObject({ position: { seq: 4, registrationId: "fr_2" }, faces: 2 });
    expect(answer.candidates.map(({ registrationId }) => registrationId).sort()).toEqual(["fr_1", "fr_3"]);
  });

  it("forgets a deleted one before its log says so, and follows the log as before", () => {
    ask({ changes: changes(1, 3) });
    index.forget("a", "fr_2");
    index.forget("a", "fr_unknown");
    index.forget("unknown", "fr_2");
    const answer = ask({ probe: FACES[2]!, limit: 9 });
    expect(answer).toMatchObject({ position: at(3), faces: 2 });
    expect(answer.candidates.map(({ registrationId }) => registrationId).sort()).toEqual(["fr_1", "fr_3"]);
    const gone = { seq: 4, registrationId: "fr_2", vector: undefined };
    expect(ask({ base: at(3), changes: [gone, change(5)] })).toMatchObject({ position: at(5), faces: 3 });
  });

  it("is dropped once nobody has asked for it for an hour, and no other is", () => {
    ask({ changes: changes(1, 3) });
    now += 30 * 60_000;
    ask({ gallery: "b", changes: changes(1, 3) });
    now += 30 * 60_000 - 1;
    index.dropUnused();
    expect(index.totals.galleries).toBe(2);
    now += 1;
    index.dropUnused();
    expect(index.totals).toMatchObject({ galleries: 1, faces: 3 });
    expect(ask()).toMatchObject({ position: undefined, faces: 0 });
  });

  it("stays where it is when changes follow another position than its own, and says where that is", () => {
    ask({ changes: changes(1, 3) });
    for (const base of [undefined, at(2), { seq: 3, registrationId: "fr_other" }, at(4)]) {
      expect(ask({ base, changes: changes(5, 6) })).toMatchObject({ position: at(3), faces: 3 });
    }
  });

  it("is changed once by a request that is repeated", () => {
    const again = { base: undefined, changes: changes(1, 3) };
    expect(ask(again)).toMatchObject({ position: at(3), faces: 3 });
    expect(ask(again)).toMatchObject({ position: at(3), faces: 3 });
  });

  it("moves on over changes that tell of no face", () => {
    expect(ask({ changes: [change(1, null), change(2, null)] })).toMatchObject({ position: at(2), faces: 0 });
  });

  it("is dropped where it stands at a position that the truth does not have, and only there", () => {
    ask({ changes: changes(1, 3) });
    expect(ask({ discard: at(2) }).faces).toBe(3);
    expect(ask({ discard: at(3), changes: changes(1, 2), probe: FACES[3]! })).toMatchObject({
      position: at(2),
      faces: 2,
    });
  });

  it("says for a second after a page without a probe that it is being filled", () => {
    ask({ changes: changes(1, 3) });
    expect(ask().filling).toBe(true);
    now += 1_000;
    expect(ask().filling).toBe(false);
    ask({ base: at(3), changes: changes(4, 5), probe: FACES[1]! });
    expect(ask().filling).toBe(false);
  });

  it("takes no vector of another length, and keeps what it has", () => {
    ask({ changes: changes(1, 3) });
    const short = FACES[1]!.slice(0, 32);
    expect(() => ask({ probe: short })).toThrow(GalleryRefusal);
    expect(() => ask({ base: at(3), changes: [{ ...at(4), vector: short }] })).toThrow(/length/);
    expect(ask()).toMatchObject({ position: at(3), faces: 3 });
  });
});

it("keeps galleries apart", () => {
  ask({ gallery: "a", changes: changes(1, 3) });
  ask({ gallery: "b", changes: changes(4, 5) });
  expect(ask({ gallery: "b", probe: FACES[2]!, limit: 9 }).candidates).toHaveLength(2);
  expect(ask({ gallery: "a", probe: FACES[5]!, limit: 9 }).candidates).toHaveLength(3);
  expect(index.totals).toMatchObject({ galleries: 2, faces: 5 });
});

it("answers requests that came together as one by one, each at least at its own changes", () => {
  const searches = Array.from({ length: 20 }, (_, i) => request({ probe: FACES[i + 1]!, limit: 2 }));
  const answers = index.answer([
    request({ changes: changes(1, 19), limit: 1 }),
    ...searches,
    request({ base: at(19), changes: [change(20)], probe: FACES[20]!, limit: 2 }),
    request({ gallery: "b", probe: FACES[20]! }),
    request({ probe: FACES[1]!.slice(1) }),
  ]) as GalleryAnswer[];
  const alone = searches.map(({ probe, limit }) => ask({ probe, limit }));
  expect(answers.slice(1, 21)).toEqual(alone);
  expect(answers.slice(1, 22).map(best)).toEqual(
    [...changes(1, 20), change(20)].map((c) => c.registrationId),
  );
  expect(answers[22]).toMatchObject({ position: undefined, candidates: [] });
  expect(answers[23]).toBeInstanceOf(GalleryRefusal);
});

describe("over its memory", () => {
  it("the index drops what was not asked for longest, to be told again", () => {
    index = new GalleryIndex(1_200_000, () => now);
    for (const gallery of ["a", "b", "c"]) ask({ gallery, changes: changes(1, 10) });
    ask({ gallery: "a", probe: FACES[1]! });
    for (const gallery of ["d", "e"]) ask({ gallery, changes: changes(1, 10) });
    const positions = ["a", "b", "c", "d", "e"].map((gallery) => ask({ gallery }).position);
    expect(positions).toEqual([at(10), undefined, undefined, at(10), at(10)]);
    expect(ask({ gallery: "b", changes: changes(1, 10), probe: FACES[4]! })).toMatchObject({ faces: 10 });
  });

  it("a gallery that does not fit by itself is refused, and what it holds stays right", () => {
    index = new GalleryIndex(700_000, () => now);
    for (let from = 1; from < 1_900; from += 100) {
      const base = from === 1 ? undefined : at(from - 1);
      const page = request({ base, changes: changes(from, from + 99) });
      const [answer] = index.answer([page]);
      if (answer instanceof GalleryRefusal) {
        expect(answer.kind).toBe("memory");
        expect(best(ask({ probe: FACES[from - 1]! }))).toBe(`fr_${from - 1}`);
        expect(index.totals.bytes).toBeLessThanOrEqual(700_000);
        return;
      }
    }
    expect.unreachable();
  });
});
