import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { GalleryRequest } from "../../../../edge/inference/port.ts";
import { searchGallery } from "../../../../edge/operations/faces/parts/search-gallery.ts";
import type { Scope } from "../../../../edge/scope.ts";
import { type CheckEdge, openCheckEdge } from "../../../harness/edge/check-edge.ts";
import { registrar, startGalleries } from "../../../harness/edge/gallery-rig.ts";
import { CALLER, PACK, TEMPLATE_VERSION } from "../../../harness/edge/inference-results.ts";
import { memoryGalleries } from "../../../harness/edge/memory-galleries.ts";
import { crowdOf } from "../../../material/faces/faces-in-a-crowd.ts";

let edge: CheckEdge;
let galleries: Awaited<ReturnType<typeof startGalleries>>;
let scope: Scope;
let rows: ReturnType<typeof registrar>;
/** What inference was asked since the test began. */
let asked: GalleryRequest[] = [];

const FACES = crowdOf(1_200, 29, 64);
const faces = (from: number, to: number) =>
  Object.fromEntries(FACES.slice(from, to).map((face, i) => [`person-${from + i}`, face]));

beforeAll(async () => {
  [edge, galleries] = await Promise.all([openCheckEdge(), startGalleries({ GALLERY_MEMORY: "1" })]);
});
afterAll(async () => {
  await Promise.all([edge.close(), galleries.stop()]);
});
beforeEach(async () => {
  scope = (await edge.newTenant()).scope("test");
  rows = registrar(edge, scope);
  asked = [];
});

const recorded =
  (port: typeof galleries.searchGallery): typeof galleries.searchGallery =>
  (request, caller) => {
    asked.push(request);
    return port(request, caller);
  };

const call = { engines: CALLER };

async function find(
  person: number,
  { excluded = null as string | null, port = galleries.searchGallery, version = TEMPLATE_VERSION } = {},
) {
  const inference = { ...edge.services.inference, pack: async () => ({ ...PACK, templateVersion: version }) };
  const services = { ...edge.services, inference: { ...inference, searchGallery: recorded(port) } };
  return searchGallery({ services, scope, call }, { vector: FACES[person]!, version }, excluded);
}

const finding = (person: number) => ({ match: true, found: { customerRef: `person-${person}` } });
const findingNobodyLike = (person: number) => ({
  found: expect.not.objectContaining({ customerRef: `person-${person}` }),
});

describe("a gallery", () => {
  it("has a new face in the next search, and a deleted one in none", async () => {
    await rows.put(faces(0, 10));
    expect(await find(3)).toMatchObject({ ...finding(3), gallerySize: 10 });
    await rows.put(faces(10, 11));
    expect(await find(10)).toMatchObject({ ...finding(10), gallerySize: 11 });
    await rows.remove("person-3");
    expect(await find(3)).toMatchObject({ ...findingNobodyLike(3), gallerySize: 10 });
  });

  it("that nobody changed is asked once", async () => {
    await rows.put(faces(0, 10));
    await find(1);
    asked = [];
    expect(await find(2)).toMatchObject(finding(2));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ changes: [] });
  });

  it("is told only what changed", async () => {
    await rows.put(faces(0, 100));
    await find(1);
    await rows.put(faces(100, 102));
    await rows.remove("person-5", "person-6");
    asked = [];
    await find(101);
    expect(asked.map(({ changes }) => changes.length)).toEqual([0, 4]);
  });

  it("is told again after a restart, page by page, while nothing is searched on the way", async () => {
    await rows.put(faces(0, 600));
    await find(1);
    await galleries.restart();
    asked = [];
    expect(await find(599)).toMatchObject({ ...finding(599), gallerySize: 600 });
    expect(asked.map(({ changes, probe }) => [changes.length, probe !== null])).toEqual([
      [0, true],
      [256, false],
      [256, false],
      [88, true],
    ]);
  });

  it("that is told by two at once is told right", async () => {
    await rows.put(faces(0, 200));
    const searches = await Promise.all([1, 50, 199].map((person) => find(person)));
    expect(searches).toMatchObject([finding(1), finding(50), finding(199)]);
    expect(searches.map((search) => search?.gallerySize)).toEqual([200, 200, 200]);
  });

  it("answers the same on another replica that has heard nothing", async () => {
    await rows.put(faces(0, 300));
    expect(await find(7)).toMatchObject(finding(7));
    await rows.remove("person-7");
    const other = memoryGalleries().searchGallery;
    for (const port of [other, galleries.searchGallery, other]) {
      expect(await find(7, { port })).toMatchObject({ ...findingNobodyLike(7), gallerySize: 299 });
    }
  });

  it("goes on where a replica loses everything between two pages", async () => {
    await rows.put(faces(0, 600));
    let port = memoryGalleries().searchGallery;
    let calls = 0;
    const forgetful: typeof port = (request) => {
      if (++calls === 3) port = memoryGalleries().searchGallery;
      return port(request);
    };
    expect(await find(599, { port: forgetful })).toMatchObject({ ...finding(599), gallerySize: 600 });
  });

  it("is as the database says after that was put back to an earlier day", async () => {
    await rows.put(faces(0, 5));
    const { rows: before } = await edge.client.execute("select max(seq) as seq from face_templates");
    await rows.put(faces(5, 8));
    expect(await find(6)).toMatchObject(finding(6));
    await edge.client.execute({ sql: "delete from face_templates where seq > ?", args: [before[0]!.seq!] });
    expect(await find(6)).toMatchObject({ ...findingNobodyLike(6), gallerySize: 5 });
    // Later rows take the numbers of the lost ones.
    const reset = "update sqlite_sequence set seq = ? where name = 'face_templates'";
    await rows.put(faces(5, 8));
    await find(6);
    await edge.client.execute({ sql: "delete from face_templates where seq > ?", args: [before[0]!.seq!] });
    await edge.client.execute({ sql: reset, args: [before[0]!.seq!] });
    await rows.put(faces(8, 11));
    expect(await find(6)).toMatchObject({ ...findingNobodyLike(6), gallerySize: 8 });
    expect(await find(9)).toMatchObject(finding(9));
  });

  it("that names somebody who is not registered is told from the beginning", async () => {
    await rows.put(faces(0, 5));
    const real = memoryGalleries().searchGallery;
    let lies = 1;
    const port: typeof real = async (request) => {
      const answer = await real(request);
      const candidates = answer.candidates.map(({ score }) => ({ registrationId: "fr_nobody", score }));
      return request.probe === null || answer.faces === 0 || lies-- <= 0 ? answer : { ...answer, candidates };
    };
    expect(await find(4, { port })).toMatchObject({ ...finding(4), gallerySize: 5 });
    expect(asked.some(({ discard }) => discard !== null)).toBe(true);
  });

  it("whose first changes are all deletions is followed past them", async () => {
    await rows.put(faces(0, 300));
    await rows.remove(...Object.keys(faces(0, 300)));
    await rows.put(faces(300, 301));
    expect(await find(300)).toMatchObject({ ...finding(300), gallerySize: 1 });
  });

  it("is no other tenant's and no other mode's", async () => {
    await rows.put(faces(0, 5));
    await find(1);
    const mine = scope;
    scope = { ...mine, mode: "live" };
    expect(await find(1)).toMatchObject({ match: false, similarity: null, gallerySize: 0 });
    scope = (await edge.newTenant()).scope("test");
    expect(await find(1)).toMatchObject({ match: false, similarity: null, gallerySize: 0 });
    expect(new Set(asked.map(({ gallery }) => gallery)).size).toBe(3);
  });
});

describe("the excluded customer", () => {
  it("is not found and not counted, however near", async () => {
    await rows.put({ self: FACES[0]!, ...faces(1, 4) });
    expect(await find(0, { excluded: "self" })).toMatchObject({ gallerySize: 3 });
    expect((await find(0, { excluded: "self" }))?.found?.customerRef).not.toBe("self");
    expect(await find(2, { excluded: "self" })).toMatchObject({ ...finding(2), gallerySize: 3 });
    expect(await find(2, { excluded: "nobody" })).toMatchObject({ ...finding(2), gallerySize: 4 });
  });

  it("may have a template of another version; nobody else may", async () => {
    await rows.put(faces(0, 3));
    await rows.put({ self: FACES[9]! }, "test-net@0");
    expect(await find(1, { excluded: "self" })).toMatchObject({ ...finding(1), gallerySize: 3 });
    expect(await find(1)).toBeNull();
    expect(await find(1, { excluded: "person-2" })).toBeNull();
    await rows.remove("self");
    expect(await find(1)).toMatchObject(finding(1));
  });
});

it("moves to the new version's gallery once everybody is registered again", async () => {
  await rows.put(faces(0, 3));
  expect(await find(1)).toMatchObject(finding(1));
  expect(await find(1, { version: "test-net@2" })).toBeNull();
  await rows.remove(...Object.keys(faces(0, 3)));
  await rows.put(faces(0, 2), "test-net@2");
  expect(await find(1, { version: "test-net@2" })).toMatchObject({ ...finding(1), gallerySize: 2 });
  expect(await find(1)).toBeNull();
});

describe("what takes longer than one request may", () => {
  const unavailable = { code: "service_unavailable", retryAfter: 1 };

  it("goes on with the next", async () => {
    await rows.put(faces(0, 600));
    const inner = memoryGalleries(edge.services.clock).searchGallery;
    const slow: typeof inner = async (request) => {
      edge.advance(3_000);
      return inner(request);
    };
    await expect(find(599, { port: slow })).rejects.toMatchObject(unavailable);
    expect(asked.flatMap(({ changes }) => changes).length).toBeGreaterThan(0);
    await expect(find(599, { port: inner })).rejects.toMatchObject(unavailable);
    edge.advance(1_000);
    expect(await find(599, { port: inner })).toMatchObject({ ...finding(599), gallerySize: 600 });
    expect(asked.flatMap(({ changes }) => changes)).toHaveLength(600);
  });

  it("is done by one of many", async () => {
    await rows.put(faces(0, 600));
    const inner = memoryGalleries().searchGallery;
    const second: typeof inner = async (request) => ({ ...(await inner(request)), filling: true });
    await expect(find(1, { port: second })).rejects.toMatchObject(unavailable);
    expect(asked).toHaveLength(1);
  });
});

it("a search is unavailable where the gallery does not fit into the service's memory", async () => {
  const wide = crowdOf(200, 31, 1_024);
  await rows.put(Object.fromEntries(wide.map((face, i) => [`${i}`, face])));
  const services = { ...edge.services, inference: { ...edge.services.inference, ...galleries } };
  const probe = { vector: wide[0]!, version: TEMPLATE_VERSION };
  const search = searchGallery({ services, scope, call }, probe, null);
  await expect(search).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 2 });
});

it("lies in the database sealed, for its own row, version and tenant alone", async () => {
  await rows.put(faces(0, 2));
  const { rows: stored } = await edge.client.execute({
    sql: "select * from face_templates where tenant_id = ?",
    args: [scope.tenantId],
  });
  for (const [n, { template, registration_id, template_version }] of stored.entries()) {
    const sealed = new Uint8Array(template as ArrayBuffer);
    const plain = new Uint8Array(FACES[n]!.slice().buffer);
    expect(Buffer.from(sealed).includes(Buffer.from(plain.subarray(0, 8)))).toBe(false);
    const { vault } = edge.services;
    const context = `face_template:${registration_id}:${template_version}`;
    expect(await vault.open(scope, context, sealed)).toEqual(plain);
    await expect(vault.open({ tenantId: "tn_other" }, context, sealed)).rejects.toThrow();
    await expect(vault.open(scope, `${context}x`, sealed)).rejects.toThrow();
    await expect(vault.open(scope, context.replace("fr_", "fr_0"), sealed)).rejects.toThrow();
  }
});
