import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../../../edge/errors.ts";
import { galleryKey, tenantKey } from "../../../edge/operations/commit/tenant-key.ts";
import { searchGallery } from "../../../edge/operations/faces/parts/search-gallery.ts";
import { listCustomersFaces } from "../../../edge/store/gallery/face-templates.ts";
import { registrar } from "../../../test/harness/edge/gallery-rig.ts";
import { CALLER, PACK, TEMPLATE_VERSION } from "../../../test/harness/edge/inference-results.ts";
import { crowdOf } from "../../../test/material/faces/faces-in-a-crowd.ts";
import { pick, type Random, seededRandom } from "../../../test/material/random.ts";
import { type Books, openBooks } from "./books.ts";
import type { Bar, Fleet, Say } from "./fleet.ts";

const PEOPLE = crowdOf(40, 17, 64);
const TENANTS = 4;
/** Steps of all tenants between two ends of a host: they are seconds, in which it goes and comes back. */
const BETWEEN_ENDS = 20;
const refOf = (person: number) => `person-${person}`;

interface Counts {
  steps: number;
  searches: number;
  notYet: number;
  notForgotten: number;
  restarts: number;
  readonly stale: string[];
}

/**
 * Tenants enrol, erase and search in any order while hosts end and come back. Each knows who is enrolled: a
 * search that says otherwise is stale. A search may say that the gallery is being loaded, and is made again.
 *
 * @param paceMs Milliseconds between a tenant's steps. Without them the steps are over before hosts, which
 *   take seconds to leave, have left more than a few times.
 */
export async function interleavings(
  fleet: Fleet,
  { steps, seed, paceMs = 0 }: { readonly steps: number; readonly seed: number; readonly paceMs?: number },
  say: Say,
): Promise<Bar[]> {
  const books = await openBooks();
  const counts: Counts = { steps: 0, searches: 0, notYet: 0, notForgotten: 0, restarts: 0, stale: [] };
  try {
    const tenants = Array.from({ length: TENANTS }, (_, i) =>
      actor(books, fleet, seededRandom(seed + i), counts),
    );
    const acting = tenants.map(async (step) => {
      const act = await step;
      while (counts.steps++ < steps) {
        await act();
        await sleep(paceMs);
      }
    });
    const done = Promise.all(acting);
    await Promise.all([done, restarting(fleet, seededRandom(seed - 1), steps, counts)]);
  } finally {
    await books.close();
  }
  for (const what of counts.stale.slice(0, 10)) say(`  ${what}`);
  return [
    { name: "interleavings of enrol, erase, search, restart", value: steps },
    { name: "of these searches", value: counts.searches, least: 1 },
    { name: "hosts stopped or killed meanwhile", value: counts.restarts, least: 1 },
    { name: "searches told to wait for their gallery", value: counts.notYet },
    { name: "erasures that a host did not confirm", value: counts.notForgotten },
    { name: "stale answers", value: counts.stale.length, most: 0 },
  ];
}

/** One after the other, hosts end in order or at once, and come back. */
async function restarting(fleet: Fleet, random: Random, steps: number, counts: Counts): Promise<void> {
  while (counts.steps < steps) {
    const next = counts.steps + BETWEEN_ENDS;
    while (counts.steps < Math.min(next, steps)) await sleep(5);
    const host = pick(random, fleet.hosts);
    await (random() < 0.5 ? host.kill() : host.stop());
    await host.start();
    await fleet.proxy?.untilUp(fleet.hosts.length);
    counts.restarts++;
  }
}

/** A tenant's steps, one at a time. */
async function actor(books: Books, fleet: Fleet, random: Random, counts: Counts) {
  const scope = await books.newScope();
  const rows = registrar(books, scope);
  const gallery = galleryKey(scope, TEMPLATE_VERSION);
  const enrolled = new Set<number>();

  async function enrol(person: number): Promise<void> {
    await rows.put({ [refOf(person)]: PEOPLE[person]! });
    enrolled.add(person);
  }

  async function erase(person: number): Promise<void> {
    await rows.remove(refOf(person));
    enrolled.delete(person);
    const { db } = books.services;
    const faces = await listCustomersFaces(db, scope, refOf(person));
    const forgotten = faces.map(({ registrationId }) => ({ gallery, registrationId }));
    await fleet
      .edge()
      .forget(forgotten, await tenantKey(scope))
      .catch(() => counts.notForgotten++);
  }

  async function search(person: number): Promise<void> {
    counts.searches++;
    const inference = { ...fleet.edge(), pack: async () => PACK };
    const services = { ...books.services, inference };
    const probe = { vector: PEOPLE[person]!, version: TEMPLATE_VERSION };
    const found = await untilLoaded(() =>
      searchGallery({ services, scope, call: { engines: CALLER } }, probe, null),
    );
    const isFound = found?.found?.customerRef === refOf(person);
    if (isFound !== enrolled.has(person)) counts.stale.push(`${isFound ? "found" : "missed"} a person`);
    if (found?.gallerySize !== enrolled.size) {
      counts.stale.push(`a gallery of ${found?.gallerySize} in place of ${enrolled.size}`);
    }
  }

  async function untilLoaded<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "service_unavailable") throw error;
        counts.notYet++;
        await sleep(20);
      }
    }
  }

  return async () => {
    const person = Math.floor(random() * PEOPLE.length);
    if (random() < 0.5) return search(person);
    return enrolled.has(person) ? erase(person) : enrol(person);
  };
}
