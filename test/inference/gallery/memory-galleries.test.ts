import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Change,
  type GalleryAnswer,
  GalleryRefusal,
  type GalleryRequest,
} from "#inference/gallery/gallery-index.ts";
import { MemoryGalleries } from "#inference/gallery/memory-galleries.ts";
import { crowdOf } from "#lab/material/faces/faces-in-a-crowd.ts";

const FACES = crowdOf(2_000, 3, 64);
const ROOMY = 1 << 30;
let now = 0;
let index: MemoryGalleries;
const open = (bytes: number) => {
  index = new MemoryGalleries(bytes, () => now);
};
beforeEach(() => {
  now = 1_000_000;
  open(ROOMY);
});
afterEach(() => index.close());

const put = (n: number): Change => ({ registrationId: `fr_${n}`, vector: FACES[n]! });
const gone = (n: number): Change => ({ registrationId: `fr_${n}`, vector: undefined });
const puts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => put(from + i));
const page = (after: string, mark: string, changes: readonly Change[]) => ({ after, mark, changes });
const first = page("", "3", puts(1, 3));

const request = (changed: Partial<GalleryRequest>): GalleryRequest => ({
  ...{ gallery: "a", page: undefined, probe: undefined, limit: 1 },
  ...changed,
});
const ask = (changed: Partial<GalleryRequest> = {}) => index.answer(request(changed));
/** Everything that the gallery has. */
const all = (changed: Partial<GalleryRequest> = {}) => ask({ probe: FACES[1]!, limit: 100, ...changed });
const idsOf = ({ candidates }: GalleryAnswer) => candidates.map(({ registrationId }) => registrationId);

describe("a gallery", () => {
  it("has no mark and no face before its first page", async () => {
    const nothing = { mark: "", faces: 0, candidates: [] };
    expect(await ask()).toEqual(nothing);
    expect(await ask({ probe: FACES[1]! })).toEqual(nothing);
  });

  it("finds a new face in the request that brings it", async () => {
    const answer = await ask({ page: first, probe: FACES[2]! });
    expect(answer).toMatchObject({ mark: "3", faces: 3, candidates: [{ registrationId: "fr_2" }] });
    expect(idsOf(await ask({ page: page("3", "4", [put(9)]), probe: FACES[9]! }))).toEqual(["fr_9"]);
  });

  it("never finds a removed one", async () => {
    await ask({ page: first });
    const answer = await all({ page: page("3", "4", [gone(2)]) });
    expect(answer).toMatchObject({ mark: "4", faces: 2 });
    expect(idsOf(answer).sort()).toEqual(["fr_1", "fr_3"]);
  });

  it("loses a face without moving its mark if the page says so", async () => {
    await ask({ page: first });
    expect(await all({ page: page("3", "3", [gone(2)]) })).toMatchObject({ mark: "3", faces: 2 });
  });

  it("forgets a deleted face before its log says so, and follows the log as before", async () => {
    await ask({ page: first });
    await index.remove("a", ["fr_2", "fr_unknown"]);
    await index.remove("unknown", ["fr_2"]);
    expect(await all()).toMatchObject({ mark: "3", faces: 2 });
    expect(await all({ page: page("3", "5", [gone(2), put(5)]) })).toMatchObject({ mark: "5", faces: 3 });
  });

  it("is dropped once it was unused for an hour, and no other is", async () => {
    await ask({ page: first });
    now += 30 * 60_000;
    await ask({ gallery: "b", page: first });
    now += 30 * 60_000 - 1;
    index.dropUnused();
    expect(index.totals.galleries).toBe(2);
    now += 1;
    index.dropUnused();
    expect(index.totals).toMatchObject({ galleries: 1, faces: 3 });
    expect(await all()).toMatchObject({ mark: "", faces: 0 });
  });

  it("ignores a page after another position than its own, and returns its own", async () => {
    await ask({ page: first });
    for (const after of ["", "2", "4"]) {
      expect(await all({ page: page(after, "6", puts(5, 6)) })).toMatchObject({ mark: "3", faces: 3 });
      expect(await all({ page: page(after, "", []) })).toMatchObject({ mark: "3", faces: 3 });
    }
  });

  it("is changed once by a request that is repeated", async () => {
    for (let i = 0; i < 2; i++) expect(await all({ page: first })).toMatchObject({ mark: "3", faces: 3 });
  });

  it("begins again after a page that leads to no mark", async () => {
    await ask({ page: first });
    expect(await all({ page: page("3", "", []) })).toMatchObject({ mark: "", faces: 0 });
    expect(await all({ page: page("", "2", puts(1, 2)) })).toMatchObject({ mark: "2", faces: 2 });
  });

  it("takes no vector of another length, and keeps what it has", async () => {
    await ask({ page: first });
    const short = FACES[1]!.slice(0, 32);
    await expect(ask({ probe: short })).rejects.toThrow(GalleryRefusal);
    const changes = [{ registrationId: "fr_4", vector: short }];
    await expect(ask({ page: page("3", "4", changes) })).rejects.toThrow(/length/);
    expect(await all()).toMatchObject({ mark: "3", faces: 3 });
  });
});

it("keeps galleries apart", async () => {
  await ask({ gallery: "a", page: first });
  await ask({ gallery: "b", page: page("", "2", puts(4, 5)) });
  expect(idsOf(await all({ gallery: "b" })).sort()).toEqual(["fr_4", "fr_5"]);
  expect(idsOf(await all({ gallery: "a" })).sort()).toEqual(["fr_1", "fr_2", "fr_3"]);
  expect(index.totals).toMatchObject({ galleries: 2, faces: 5 });
});

it("answers requests that come together in their order", async () => {
  const answers = await Promise.all([
    ask({ page: page("", "19", puts(1, 19)) }),
    ...puts(1, 19).map(({ vector }) => ask({ probe: vector })),
    index.remove("a", ["fr_7"]),
    ask({ probe: FACES[7]! }),
  ]);
  const found = answers.filter((answer) => answer !== undefined).map(idsOf);
  expect(found.slice(1, 20)).toEqual(puts(1, 19).map(({ registrationId }) => [registrationId]));
  expect(found.at(-1)).not.toContain("fr_7");
});

describe("over its memory", () => {
  it("the index drops the galleries that were unused for longest, to be filled again", async () => {
    const bytes = 16 * 64 * 4 + 10 * 150;
    open(3 * bytes);
    const ten = page("", "10", puts(1, 10));
    for (const gallery of ["a", "b", "c"]) await ask({ gallery, page: ten });
    await ask({ gallery: "a", probe: FACES[1]! });
    for (const gallery of ["d", "e"]) await ask({ gallery, page: ten });
    const marks = ["a", "b", "c", "d", "e"].map(async (gallery) => (await ask({ gallery })).mark);
    expect(await Promise.all(marks)).toEqual(["10", "", "", "10", "10"]);
    expect(await ask({ gallery: "b", page: ten, probe: FACES[4]! })).toMatchObject({ faces: 10 });
  });

  it("a gallery that does not fit by itself is rejected, and what it has stays right", async () => {
    open(400_000);
    const pages = Array.from({ length: 19 }, (_, n) => n * 100 + 1);
    const fill = async () => {
      for (const from of pages) {
        await ask({ page: page(from === 1 ? "" : `${from - 1}`, `${from + 99}`, puts(from, from + 99)) });
      }
    };
    await expect(fill()).rejects.toMatchObject({ kind: "memory" });
    const { mark } = await ask();
    expect(Number(mark)).toBeGreaterThanOrEqual(500);
    expect(idsOf(await ask({ probe: FACES[Number(mark)]! }))).toEqual([`fr_${mark}`]);
    expect(index.totals.bytes).toBeLessThanOrEqual(400_000);
  });
});
