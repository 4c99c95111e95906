import { scryptAsync } from "@noble/hashes/scrypt.js";
import { toHex } from "../crypto/encoding.ts";

/** A hash's cost (RFC 7914): 32 MiB and 50 to 100 ms. Stored hashes do not name it, so it never changes. */
export const COST = { N: 16_384, r: 16, p: 1, bytes: 64 } as const;
/** Milliseconds of work between two pauses: the longest that another request of this thread waits. */
const SLICE_MS = 3;

/** Derives a key of `COST.bytes` bytes, in hexadecimal, by scrypt. */
type DeriveKey = (password: string, salt: string) => Promise<string>;

/** The JSON body of a POST to the host, which answers with the key alone. */
export interface Derivation {
  readonly password: string;
  readonly salt: string;
}

/** The process that runs the Worker, if it derives keys outside the Worker's thread. */
export interface PasswordHost {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** The host derives the key if it can, since it has threads; else this thread does, in slices. */
export const derivationBy = (host: PasswordHost | undefined): DeriveKey =>
  host === undefined ? deriveInSlices : (password, salt) => deriveAt(host, { password, salt });

async function deriveAt(host: PasswordHost, derivation: Derivation): Promise<string> {
  const answer = await host.fetch("http://host/", { method: "POST", body: JSON.stringify(derivation) });
  const key = await answer.text();
  if (!answer.ok || key.length !== 2 * COST.bytes)
    throw new Error(`the host derived no key: ${answer.status}`);
  return key;
}

/**
 * scrypt in slices, so that the thread serves other requests meanwhile. workerd's own scrypt is faster, but
 * blocks the thread for the whole hash.
 */
async function deriveInSlices(password: string, salt: string): Promise<string> {
  const { N, r, p, bytes } = COST;
  return toHex(await scryptAsync(password, salt, { N, r, p, dkLen: bytes, asyncTick: SLICE_MS }));
}

/** Maximum hashes that wait in a lane: two seconds of work on a host, four to eight in slices. */
const MAX_WAITING = 40;

/**
 * Priority class. `member`: the request has a session, or its browser has signed in to the account before.
 * Members go first and have a queue of their own, so that no number of anonymous sign-ins delays them.
 */
export type Lane = "member" | "anonymous";

/** A hasher's answer. A rejection is a value: a thrown error loses its type between two Durable Objects. */
export type Derived = { readonly key: string } | { readonly tooMany: true };

/**
 * Derives one key at a time, each lane in order of arrival: any number of sign-ins takes one thread and one
 * hash's memory. Passwords are normalised to Unicode NFKC.
 */
export class HashQueue {
  readonly #waiting: Readonly<Record<Lane, (() => void)[]>> = { member: [], anonymous: [] };
  #isBusy = false;
  readonly #derive: DeriveKey;

  constructor(derive: DeriveKey) {
    this.#derive = derive;
  }

  async derive(lane: Lane, password: string, salt: string): Promise<Derived> {
    const waiting = this.#waiting[lane];
    if (waiting.length >= MAX_WAITING) return { tooMany: true };
    if (this.#isBusy) await new Promise<void>((proceed) => waiting.push(proceed));
    this.#isBusy = true;
    try {
      return { key: await this.#derive(password.normalize("NFKC"), salt) };
    } finally {
      const next = this.#waiting.member.shift() ?? this.#waiting.anonymous.shift();
      if (next === undefined) this.#isBusy = false;
      else next();
    }
  }
}
