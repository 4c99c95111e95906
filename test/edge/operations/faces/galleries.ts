import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "#edge/core/scope.ts";
import type { GalleryRequest } from "#edge/inference/gallery.ts";
import type { InferencePort } from "#edge/inference/port.ts";
import { galleryKey } from "#edge/operations/commit/inference-use.ts";
import { searchGallery } from "#edge/operations/registrations/search-gallery.ts";
import { crowdOf } from "#lab/material/faces/faces-in-a-crowd.ts";
import { type CheckEdge, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { registrar } from "#test/harness/edge/gallery-rig.ts";
import { BUNDLE, CALLER, TEMPLATE_VERSION } from "#test/harness/edge/inference-results.ts";
import { memoryGalleries } from "#test/harness/edge/memory-galleries.ts";

export const FACES = crowdOf(1_200, 29, 64);
export const faces = (from: number, to: number) =>
  Object.fromEntries(FACES.slice(from, to).map((face, i) => [`person-${from + i}`, face]));

const call = { inferenceUse: CALLER };
export const finding = (person: number) => ({ match: true, found: { customerRef: `person-${person}` } });
export const findingNoMatch = (person: number) => ({
  found: expect.not.objectContaining({ customerRef: `person-${person}` }),
});

const bytesOf = (person: number) => new Uint8Array(FACES[person]!.slice().buffer);

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
}

/** The inference service with the galleries, which can be restarted. */
interface GalleryService extends Pick<InferencePort, "searchGallery" | "forget"> {
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A new tenant of an edge for each test, its registrations, and searches among them. */
export function searching(open: () => Promise<GalleryService>) {
  let edge: CheckEdge;
  let service: GalleryService;
  const now = {
    scope: undefined as unknown as Scope,
    rows: undefined as unknown as ReturnType<typeof registrar>,
    /** The calls to inference since the test began. */
    asked: [] as GalleryRequest[],
    get edge() {
      return edge;
    },
    get service() {
      return service;
    },
    async find(
      person: number,
      {
        excluded = null as string | null,
        port = service.searchGallery,
        version = TEMPLATE_VERSION,
        vault = edge.services.vault,
      } = {},
    ) {
      const inference = {
        ...edge.services.inference,
        bundle: async () => ({ ...BUNDLE, templateVersion: version }),
        searchGallery: ((request, caller) => {
          now.asked.push(request);
          return port(request, caller);
        }) as InferencePort["searchGallery"],
      };
      const services = { ...edge.services, inference, vault };
      const { scope } = now;
      return searchGallery(
        { services, scope, call },
        { vector: FACES[person]!, version, hashes: [] },
        excluded,
      );
    },
  };
  beforeAll(async () => {
    [edge, service] = await Promise.all([openCheckEdge(), open()]);
  });
  afterAll(async () => {
    await Promise.all([edge.close(), service.stop()]);
  });
  beforeEach(async () => {
    now.scope = (await edge.newTenant()).scope("test");
    now.rows = registrar(edge, now.scope);
    now.asked = [];
  });
  return now;
}

/** Rules for every implementation of galleries. */
export function describeGalleries(name: string, open: () => Promise<GalleryService>): void {
  describe(`galleries, ${name}`, () => {
    const now = searching(open);
    const { find } = now;
    describe("a gallery", () => {
      it("has a new face in the next search, and a deleted one in none", async () => {
        await now.rows.put(faces(0, 10));
        expect(await find(3)).toMatchObject({ ...finding(3), gallerySize: 10 });
        await now.rows.put(faces(10, 11));
        expect(await find(10)).toMatchObject({ ...finding(10), gallerySize: 11 });
        await now.rows.remove("person-3");
        expect(await find(3)).toMatchObject({ ...findingNoMatch(3), gallerySize: 10 });
      });

      it("is searched with one call if it has not changed, and is otherwise sent only the changes", async () => {
        await now.rows.put(faces(0, 100));
        await find(1);
        await find(2);
        expect(now.asked.at(-1)).toMatchObject({ page: null });
        await now.rows.put(faces(100, 102));
        await now.rows.remove("person-5", "person-6");
        now.asked = [];
        expect(await find(101)).toMatchObject(finding(101));
        await find(2);
        expect(now.asked.map(({ page }) => page?.changes.length)).toEqual([undefined, 4, undefined]);
      });

      it("has no face any more that was forgotten, before it hears of the deletion", async () => {
        await now.rows.put(faces(0, 5));
        const found = (await find(3))?.found;
        const gallery = galleryKey(now.scope, TEMPLATE_VERSION);
        await now.service.forget([{ gallery, registrationId: found!.registrationId }]);
        const request = { gallery, page: null, probe: bytesOf(3), limit: 5 };
        const { candidates, faces: held } = await now.service.searchGallery(request, CALLER);
        expect(candidates.map(({ registrationId }) => registrationId)).not.toContain(found!.registrationId);
        expect([candidates.length, held]).toEqual([4, 4]);
      });

      it("has the scores of the registrations' own vectors, to the last bit", async () => {
        await now.rows.put(faces(0, 300));
        await find(1);
        const gallery = galleryKey(now.scope, TEMPLATE_VERSION);
        for (const person of [0, 150, 299, 700]) {
          const request = { gallery, page: null, probe: bytesOf(person), limit: 3 };
          const { candidates } = await now.service.searchGallery(request, CALLER);
          const all = FACES.slice(0, 300).map((face) => dot(FACES[person]!, face));
          expect(candidates.map(({ score }) => score)).toEqual(
            all
              .sort((a, b) => b - a)
              .slice(0, 3)
              .map((score) => Math.min(1, score)),
          );
        }
      });

      it("whose customer registers another face finds that one alone", async () => {
        await now.rows.put({ ...faces(0, 4), changed: FACES[10]! });
        expect(await find(10)).toMatchObject({ match: true, found: { customerRef: "changed" } });
        await now.rows.remove("changed");
        await now.rows.put({ changed: FACES[11]! });
        expect(await find(11)).toMatchObject({
          match: true,
          found: { customerRef: "changed" },
          gallerySize: 5,
        });
        expect(await find(10)).toMatchObject({ match: false });
      });

      it("that two callers fill at once is correct", async () => {
        await now.rows.put(faces(0, 200));
        const searches = await Promise.all([1, 50, 199].map((person) => find(person)));
        expect(searches).toMatchObject([finding(1), finding(50), finding(199)]);
        expect(searches.map((search) => search?.gallerySize)).toEqual([200, 200, 200]);
      });

      it("answers the same on another replica that has heard nothing", async () => {
        await now.rows.put(faces(0, 300));
        expect(await find(7)).toMatchObject(finding(7));
        await now.rows.remove("person-7");
        const other = memoryGalleries().searchGallery;
        for (const port of [other, now.service.searchGallery, other]) {
          expect(await find(7, { port })).toMatchObject({ ...findingNoMatch(7), gallerySize: 299 });
        }
      });

      it("continues if a replica loses everything between two pages", async () => {
        await now.rows.put(faces(0, 1_200));
        let port = memoryGalleries().searchGallery;
        let calls = 0;
        const forgetful: typeof port = (request) => {
          if (++calls === 3) port = memoryGalleries().searchGallery;
          return port(request);
        };
        expect(await find(599, { port: forgetful })).toMatchObject({ ...finding(599), gallerySize: 1_200 });
      });

      it("is as the database says after that was put back to an earlier day", async () => {
        await now.rows.put(faces(0, 5));
        const { rows: before } = await now.edge.client.execute("select max(seq) as seq from face_templates");
        await now.rows.put(faces(5, 8));
        expect(await find(6)).toMatchObject(finding(6));
        await now.edge.client.execute({
          sql: "delete from face_templates where seq > ?",
          args: [before[0]!.seq!],
        });
        expect(await find(6)).toMatchObject({ ...findingNoMatch(6), gallerySize: 5 });
        // Later rows take the numbers of the lost ones.
        const reset = "update sqlite_sequence set seq = ? where name = 'face_templates'";
        await now.rows.put(faces(5, 8));
        await find(6);
        await now.edge.client.execute({
          sql: "delete from face_templates where seq > ?",
          args: [before[0]!.seq!],
        });
        await now.edge.client.execute({ sql: reset, args: [before[0]!.seq!] });
        await now.rows.put(faces(8, 11));
        expect(await find(6)).toMatchObject({ ...findingNoMatch(6), gallerySize: 8 });
        expect(await find(9)).toMatchObject(finding(9));
      });

      it("whose copy has a face that is not registered loses that face, and is asked again", async () => {
        await now.rows.put(faces(0, 5));
        const { found } = (await find(4))!;
        const gallery = galleryKey(now.scope, TEMPLATE_VERSION);
        const mark = (await now.service.searchGallery({ gallery, page: null, probe: null, limit: 1 }, CALLER))
          .mark;
        const changes = [{ registrationId: "fr_nobody", template: bytesOf(700) }];
        const page = { after: mark, mark, changes };
        await now.service.searchGallery({ gallery, page, probe: null, limit: 1 }, CALLER);
        now.asked = [];
        expect(await find(700)).toMatchObject({ match: false, gallerySize: 5 });
        expect(now.asked.map((request) => request.page?.changes)).toEqual([
          undefined,
          [{ registrationId: "fr_nobody", template: null }],
        ]);
        expect((await find(4))?.found).toEqual(found);
      });

      it("whose first changes are all deletions is followed past them", async () => {
        await now.rows.put(faces(0, 300));
        await now.rows.remove(...Object.keys(faces(0, 300)));
        await now.rows.put(faces(300, 301));
        expect(await find(300)).toMatchObject({ ...finding(300), gallerySize: 1 });
      });

      it("is no other tenant's and no other mode's", async () => {
        await now.rows.put(faces(0, 5));
        await find(1);
        const mine = now.scope;
        now.scope = { ...mine, mode: "live" };
        expect(await find(1)).toMatchObject({ match: false, similarity: null, gallerySize: 0 });
        now.scope = (await now.edge.newTenant()).scope("test");
        expect(await find(1)).toMatchObject({ match: false, similarity: null, gallerySize: 0 });
        expect(new Set(now.asked.map(({ gallery }) => gallery)).size).toBe(3);
      });
    });

    describe("the excluded customer", () => {
      it("is not found and not counted, however near", async () => {
        await now.rows.put({ self: FACES[0]!, ...faces(1, 4) });
        expect(await find(0, { excluded: "self" })).toMatchObject({ gallerySize: 3 });
        expect((await find(0, { excluded: "self" }))?.found?.customerRef).not.toBe("self");
        expect(await find(2, { excluded: "self" })).toMatchObject({ ...finding(2), gallerySize: 3 });
        expect(await find(2, { excluded: "unknown" })).toMatchObject({ ...finding(2), gallerySize: 4 });
      });

      it("may have a template of another version; no other registration may", async () => {
        await now.rows.put(faces(0, 3));
        await now.rows.put({ self: FACES[9]! }, "test-model@0");
        expect(await find(1, { excluded: "self" })).toMatchObject({ ...finding(1), gallerySize: 3 });
        expect(await find(1)).toBeNull();
        expect(await find(1, { excluded: "person-2" })).toBeNull();
        await now.rows.remove("self");
        expect(await find(1)).toMatchObject(finding(1));
      });
    });

    it("moves to the new version's gallery once everybody is registered again", async () => {
      await now.rows.put(faces(0, 3));
      expect(await find(1)).toMatchObject(finding(1));
      expect(await find(1, { version: "test-model@2" })).toBeNull();
      await now.rows.remove(...Object.keys(faces(0, 3)));
      await now.rows.put(faces(0, 2), "test-model@2");
      expect(await find(1, { version: "test-model@2" })).toMatchObject({ ...finding(1), gallerySize: 2 });
      expect(await find(1)).toBeNull();
    });
  });
}
