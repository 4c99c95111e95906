import { leftUntil } from "../core/clock.ts";
import { firstIdAt } from "../core/ids.ts";
import { ExpiringMap } from "../limits/expiring-map.ts";
import type { Database } from "../store/batch.ts";
import { findPublicFace } from "../store/tenancy/capture-settings.ts";
import { listTenantIds } from "../store/tenancy/tenants.ts";

type PublicFace = NonNullable<Awaited<ReturnType<typeof findPublicFace>>>;

/** What was read is believed for so long: a change holds within a second. */
const BELIEVED_MS = 1_000;
/** Faces that are remembered; beyond it the oldest is read again. */
const MOST_REMEMBERED = 1_000;
/** Ids begin with the time by their host's clock: those of the last hour are read again. */
const OVERLAP_MS = 60 * 60 * 1000;

/**
 * What everybody may know of a tenant. Anybody can ask for any id, so that an isolate knows the ids of all
 * tenants: a tenant is read once a second at most, and so is whether there are new ones. A made-up id costs
 * no read, and a stranger's made-up ids cannot keep a tenant's page from its visitors.
 */
export class TenantFaces {
  readonly #faces = new ExpiringMap<PublicFace>(MOST_REMEMBERED);
  readonly #ids = new Set<string>();
  #idsAfter = "";
  #idsUntil = 0;

  /** The face of the tenant with this id; undefined for an unknown one. */
  async of(db: Database, id: string, now: number): Promise<PublicFace | undefined> {
    const known = this.#faces.get(id, now);
    if (known !== undefined) return known;
    if (!this.#ids.has(id)) await this.#learn(db, now);
    const face = this.#ids.has(id) ? await findPublicFace(db, id) : undefined;
    if (face !== undefined) this.#faces.set(id, face, BELIEVED_MS, now);
    return face;
  }

  /** Two requests may both read: neither may wait for the other's promise. */
  async #learn(db: Database, now: number): Promise<void> {
    if (leftUntil(this.#idsUntil, BELIEVED_MS, now) > 0) return;
    for (const id of await listTenantIds(db, this.#idsAfter)) this.#ids.add(id);
    this.#idsAfter = firstIdAt("tenant", Math.max(0, now - OVERLAP_MS));
    this.#idsUntil = now + BELIEVED_MS;
  }
}
