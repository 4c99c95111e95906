import { ApiError } from "../core/errors.ts";
import { toHex } from "../crypto/encoding.ts";
import { sameText } from "../crypto/hashing.ts";
import { type ObjectNamespace, objectNamed } from "../platform/ports.ts";
import { type Derived, derivationBy, HashQueue, type Lane } from "./hash-queue.ts";

const SALT_BYTES = 16;
/** Longer than a full queue takes to drain. */
const RETRY_AFTER_S = 10;

/** Hashes passwords in turn. Both methods throw 503 `service_unavailable` if too many wait. */
export interface Passwords {
  /** A new hash, in better-auth's form: salt and key in hexadecimal, with a colon between them. */
  hash(password: string): Promise<string>;
  verify(given: { readonly password: string; readonly hash: string }): Promise<boolean>;
}

/** The password methods of one lane. */
export type PasswordsOf = (lane: Lane) => Passwords;

/** The methods that `PasswordQueue` offers to every isolate. */
export interface QueueStub {
  derive(lane: Lane, password: string, salt: string): Promise<Derived>;
}

/** Hashes in the deployment's shared queue, a Durable Object. */
export const durablePasswords = (namespace: ObjectNamespace<QueueStub>): PasswordsOf =>
  passwordsIn({
    derive: (...given) => objectNamed(namespace, "passwords").derive(...given),
  });

/** Hashes in this process, for a runtime without Durable Objects, such as an admin command. */
export const processPasswords = (): PasswordsOf => passwordsIn(new HashQueue(derivationBy(undefined)));

const passwordsIn =
  (queue: QueueStub): PasswordsOf =>
  (lane) => {
    const derive = async (password: string, salt: string) => keyOf(await queue.derive(lane, password, salt));
    return {
      async hash(password) {
        // The salt is used as its text, as better-auth does.
        const salt = toHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
        return `${salt}:${await derive(password, salt)}`;
      },
      async verify({ password, hash }) {
        const [salt, key] = hash.split(":");
        if (!salt || !key) throw new Error("a stored password hash is malformed");
        return sameText(await derive(password, salt), key);
      },
    };
  };

function keyOf(derived: Derived): string {
  if ("key" in derived) return derived.key;
  throw new ApiError("service_unavailable", "Too many people are signing in. Try again in a few seconds.", {
    retryAfter: RETRY_AFTER_S,
  });
}
