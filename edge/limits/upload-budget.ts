import { ApiError } from "../core/errors.ts";
import { ExpiringMap } from "./expiring-map.ts";

const MIB = 1024 * 1024;

/**
 * Bytes that an isolate reserves for uploads, and the number of uploads, each of which needs memory beside
 * its bytes.
 */
interface BudgetLimits {
  readonly bytes: number;
  /** The share of one tenant, so that another tenant always finds room. */
  readonly tenantBytes: number;
  readonly uploads: number;
  readonly tenantUploads: number;
}

/** A share holds the largest upload (contract §4.1). Cloudflare gives an isolate 128 MB in all. */
const LIMITS: BudgetLimits = { bytes: 33 * MIB, tenantBytes: 25 * MIB, uploads: 128, tenantUploads: 96 };

/** Longest time that an upload waits before it is rejected. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 25;
/** Longer than any call. A platform may stop a call without running its `finally`. */
const LAPSE_MS = 180_000;
/** Callers whose last turn is remembered, for as long as an upload may take. */
const MOST_CALLERS = 1_000;

/** The sender of an upload: a tenant, and one of its credentials. */
interface Sender {
  readonly tenant: string;
  readonly caller: string;
}

interface Upload extends Sender {
  readonly since: number;
  reserved: number;
  /** Bytes that it waits for; 0 if it does not wait. */
  wanted: number;
}

/** An upload's share of the budget, until it is answered. */
export interface Place {
  /**
   * Reserves the bytes of the whole upload. Throws 503 `service_unavailable` after 20 s without room. The
   * caller reads no more of the body meanwhile, which slows its sender down.
   */
  reserve(bytes: number): Promise<void>;
  /** Whether other uploads wait while this one holds a reservation. */
  readonly isWaitedFor: boolean;
  /** The upload is complete, with this number of bytes. */
  complete(bytes: number): void;
  release(): void;
}

/**
 * One budget of bytes for all uploads. Free bytes go to the tenant that has reserved least. A tenant's
 * callers take turns, and a caller's uploads are served in order of arrival. An upload that does not fit does
 * not block smaller ones of other tenants.
 *
 * Each upload polls the budget by a timer of its own: workerd may run what another request wakes in that
 * request's context, which must not read this one's body.
 */
export class UploadBudget {
  readonly #uploads = new Set<Upload>();
  readonly #turns = new ExpiringMap<number>(MOST_CALLERS);
  #turn = 0;
  readonly #limits: BudgetLimits;
  readonly #clock: () => number;

  constructor(clock: () => number, limits = LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Throws 503 `service_unavailable` if the isolate, or this tenant, has too many uploads under way. */
  enter({ tenant, caller }: Sender): Place {
    this.#dropLapsed();
    const ofTenant = [...this.#uploads].filter((upload) => upload.tenant === tenant).length;
    if (this.#uploads.size >= this.#limits.uploads || ofTenant >= this.#limits.tenantUploads) throw noRoom();
    const upload: Upload = { tenant, caller, since: this.#clock(), reserved: 0, wanted: 0 };
    this.#uploads.add(upload);
    const isWaitedFor = () => upload.reserved > 0 && [...this.#uploads].some(({ wanted }) => wanted > 0);
    return {
      reserve: (bytes) => this.#reserve(upload, bytes),
      get isWaitedFor() {
        return isWaitedFor();
      },
      complete: (bytes) => {
        upload.reserved = Math.min(upload.reserved, bytes);
        this.#settle();
      },
      release: () => {
        this.#uploads.delete(upload);
        this.#settle();
      },
    };
  }

  occupancy() {
    const uploads = [...this.#uploads];
    return {
      uploads: uploads.length,
      waiting: uploads.filter(({ wanted }) => wanted > 0).length,
      reserved: uploads.reduce((sum, { reserved }) => sum + reserved, 0),
    };
  }

  async #reserve(upload: Upload, bytes: number): Promise<void> {
    const until = this.#clock() + PATIENCE_MS;
    upload.wanted = bytes;
    this.#settle();
    try {
      while (upload.wanted > 0) {
        if (this.#clock() >= until) throw noRoom();
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    } finally {
      upload.wanted = 0;
    }
  }

  /** Reserves for every upload that fits now. */
  #settle(): void {
    const now = this.#clock();
    this.#dropLapsed();
    for (let next = this.#next(now); next !== undefined; next = this.#next(now)) {
      next.reserved = next.wanted;
      next.wanted = 0;
      this.#turns.set(next.caller, ++this.#turn, LAPSE_MS, now);
    }
  }

  #next(now: number): Upload | undefined {
    const { bytes, tenantBytes } = this.#limits;
    const reserved = new Map<string, number>();
    const first = new Map<string, Upload>();
    const turnOf = ({ caller }: Upload) => this.#turns.get(caller, now) ?? 0;
    let free = bytes;
    for (const upload of this.#uploads) {
      const { tenant } = upload;
      const earlier = first.get(tenant);
      free -= upload.reserved;
      reserved.set(tenant, (reserved.get(tenant) ?? 0) + upload.reserved);
      if (upload.wanted === 0) continue;
      if (earlier === undefined || turnOf(upload) < turnOf(earlier)) first.set(tenant, upload);
    }
    const reservedBy = ({ tenant }: Upload) => reserved.get(tenant)!;
    return [...first.values()]
      .filter((upload) => upload.wanted <= free && reservedBy(upload) + upload.wanted <= tenantBytes)
      .sort((a, b) => reservedBy(a) - reservedBy(b))[0];
  }

  #dropLapsed(): void {
    const now = this.#clock();
    for (const upload of this.#uploads) if (now - upload.since >= LAPSE_MS) this.#uploads.delete(upload);
  }
}

function noRoom(): ApiError {
  return new ApiError("service_unavailable", "Too many uploads arrive at once.", { retryAfter: 2 });
}
