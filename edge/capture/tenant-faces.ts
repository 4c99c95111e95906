import { leftUntil } from "../core/clock.ts";
import { firstIdAt } from "../core/ids.ts";
import { ExpiringMap } from "../limits/expiring-map.ts";
import type { Database } from "../store/batch.ts";
import { findPublicFace } from "../store/tenancy/capture-settings.ts";
import { listTenantIds } from "../store/tenancy/tenants.ts";

type PublicFace = NonNullable<Awaited<ReturnType<typeof findPublicFace>>>;

/** How long a read is cached: a change takes effect within a second. */
const BELIEVED_MS = 1_000;
/** Maximum number of cached tenants; beyond it the oldest is read again. */
const MOST_REMEMBERED = 1_000;
/** Ids begin with the time of their host's clock, which may be behind: the last hour's ids are read again. */
const OVERLAP_MS = 60 * 60 * 1000;

/**
 * The public appearance of a tenant. Anybody can ask for any id, so an isolate knows the ids of all tenants.
 * A tenant is read at most once a second, and so is the list of new ids. A made-up id costs no read, and
 * made-up ids cannot keep a tenant's page from its visitors.
 */
export class TenantFaces {
  readonly #faces = new ExpiringMap<PublicFace>(MOST_REMEMBERED);
  readonly #ids = new Set<string>();
  #idsAfter = "";
  #idsUntil = 0;

  /** The appearance of the tenant with this id; undefined for an unknown one. */
  async of(db: Database, id: string, now: number): Promise<PublicFace | undefined> {
    const known = this.#faces.get(id, now);
    if (known !== undefined) return known;
    if (!this.#ids.has(id)) await this.#learn(db, now);
    const face = this.#ids.has(id) ? await findPublicFace(db, id) : undefined;
    if (face !== undefined) this.#faces.set(id, face, BELIEVED_MS, now);
    return face;
  }

  /** Two requests may both read: neither may await the other's promise. */
  async #learn(db: Database, now: number): Promise<void> {
    if (leftUntil(this.#idsUntil, BELIEVED_MS, now) > 0) return;
    for (const id of await listTenantIds(db, this.#idsAfter)) this.#ids.add(id);
    this.#idsAfter = firstIdAt("tenant", Math.max(0, now - OVERLAP_MS));
    this.#idsUntil = now + BELIEVED_MS;
  }
}
