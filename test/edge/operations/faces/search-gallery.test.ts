import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openKeyRing } from "#edge/crypto/key-ring.ts";
import { createVault } from "#edge/crypto/vault.ts";
import { newWrappedKey } from "#edge/crypto/wrapped-key.ts";
import { searchGallery } from "#edge/operations/registrations/search-gallery.ts";
import { crowdOf } from "#lab/material/faces/faces-in-a-crowd.ts";
import { registrar, startGalleries } from "#test/harness/edge/gallery-rig.ts";
import { CALLER, TEMPLATE_VERSION } from "#test/harness/edge/inference-results.ts";
import { memoryGalleries } from "#test/harness/edge/memory-galleries.ts";
import { describeGalleries, FACES, faces, finding, searching } from "./galleries.ts";

const open = () => startGalleries({ GALLERY_MEMORY: "1" });
describeGalleries("embedded", open);

const now = searching(open);
const { find } = now;

it("a gallery in memory is filled again after a restart, page by page, without a search in between", async () => {
  await now.rows.put(faces(0, 600));
  await find(1);
  await now.service.restart();
  now.asked = [];
  expect(await find(599)).toMatchObject({ ...finding(599), gallerySize: 600 });
  expect(now.asked.map(({ page, probe }) => [page?.changes.length, probe !== null])).toEqual([
    [undefined, true],
    [500, false],
    [100, true],
  ]);
});

it("a page of changes is opened with one read of the tenant's key", async () => {
  const ring = await openKeyRing([randomBytes(32)]);
  const wrapped = await newWrappedKey(ring, now.scope.tenantId);
  let reads = 0;
  const vaultOf = () =>
    createVault(ring, async () => {
      reads++;
      return wrapped;
    });
  await registrar({ services: { db: now.edge.services.db, vault: vaultOf() } }, now.scope).put(faces(0, 20));
  reads = 0;
  expect(await find(7, { vault: vaultOf() })).toMatchObject({ ...finding(7), gallerySize: 20 });
  expect(reads).toBe(1);
});

describe("a fill that takes longer than one request", () => {
  const unavailable = { code: "service_unavailable", retryAfter: 1 };

  it("continues in the next request", async () => {
    await now.rows.put(faces(0, 600));
    const inner = memoryGalleries().searchGallery;
    const slow: typeof inner = async (request) => {
      now.edge.advance(3_000);
      return inner(request);
    };
    const changes = () => now.asked.flatMap(({ page }) => page?.changes ?? []);
    await expect(find(599, { port: slow })).rejects.toMatchObject(unavailable);
    expect(changes().length).toBeGreaterThan(0);
    expect(await find(599, { port: inner })).toMatchObject({ ...finding(599), gallerySize: 600 });
    expect(changes()).toHaveLength(600);
  });

  it("is done by one of many", async () => {
    await now.rows.put(faces(0, 600));
    const inner = memoryGalleries().searchGallery;
    const second: typeof inner = async (request) => ({ ...(await inner(request)), filling: true });
    await expect(find(1, { port: second })).rejects.toMatchObject(unavailable);
    expect(now.asked).toHaveLength(1);
  });
});

it("a search is unavailable if the gallery does not fit into the service's memory", async () => {
  const wide = crowdOf(200, 31, 1_024);
  await now.rows.put(Object.fromEntries(wide.map((face, i) => [`${i}`, face])));
  const { services: own } = now.edge;
  const services = { ...own, inference: { ...own.inference, searchGallery: now.service.searchGallery } };
  const probe = { vector: wide[0]!, version: TEMPLATE_VERSION, hashes: [] };
  const search = searchGallery({ services, scope: now.scope, call: { inferenceUse: CALLER } }, probe, null);
  await expect(search).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 2 });
});

it("a face lies in the database encrypted, for its own row, version and tenant alone", async () => {
  await now.rows.put(faces(0, 2));
  const { rows: stored } = await now.edge.client.execute({
    sql: "select * from face_templates where tenant_id = ?",
    args: [now.scope.tenantId],
  });
  expect(stored).toHaveLength(2);
  for (const [n, { template, registration_id, template_version }] of stored.entries()) {
    const encrypted = new Uint8Array(template as ArrayBuffer);
    const plain = new Uint8Array(FACES[n]!.slice().buffer);
    expect(Buffer.from(encrypted).includes(Buffer.from(plain.subarray(0, 8)))).toBe(false);
    const { vault } = now.edge.services;
    const context = `face_template:${registration_id}:${template_version}`;
    expect(await vault.open(now.scope, context, encrypted)).toEqual(Uint8Array.of(...plain, 0));
    await expect(vault.open({ tenantId: "tn_other" }, context, encrypted)).rejects.toThrow();
    await expect(vault.open(now.scope, `${context}x`, encrypted)).rejects.toThrow();
    await expect(vault.open(now.scope, context.replace("fr_", "fr_0"), encrypted)).rejects.toThrow();
  }
});
