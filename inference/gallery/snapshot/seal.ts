import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Names one sealing: the nonce, then the tag, so that whoever knows it notices any other content. */
export type SealId = Buffer;

export interface Sealed {
  readonly id: SealId;
  readonly bytes: Buffer;
}

/** Seals what a host keeps on its disk, with AES-256-GCM under keys that are derived from its secret. */
export class Seal {
  readonly #key: Buffer;
  readonly #nameKey: Buffer;

  constructor(secret: Uint8Array) {
    const derived = (purpose: string) =>
      Buffer.from(hkdfSync("sha256", secret, "", `selfsame gallery snapshot: ${purpose}`, KEY_BYTES));
    this.#key = derived("seal");
    this.#nameKey = derived("name");
  }

  /** A name for a gallery's folder. The gallery's own name tells the tenant. */
  nameOf(gallery: string): string {
    return createHmac("sha256", this.#nameKey).update(gallery).digest("hex").slice(0, 32);
  }

  /** What is sealed for one place does not open at another. */
  seal(place: string, parts: readonly Uint8Array[]): Sealed {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(place));
    const bytes = Buffer.concat([...parts.map((part) => cipher.update(part)), cipher.final()]);
    return { id: Buffer.concat([nonce, cipher.getAuthTag()]), bytes };
  }

  /** Throws when this is not what was sealed under the id for the place. */
  open(place: string, { id, bytes }: Sealed): Buffer {
    if (id.length !== NONCE_BYTES + TAG_BYTES) throw new Error("not sealed");
    const decipher = createDecipheriv("aes-256-gcm", this.#key, id.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(place))
      .setAuthTag(id.subarray(NONCE_BYTES));
    const opened = decipher.update(bytes);
    try {
      decipher.final();
    } catch (error) {
      opened.fill(0);
      throw error;
    }
    return opened;
  }
}

/** Bytes of an id. */
export const SEAL_ID_BYTES = NONCE_BYTES + TAG_BYTES;
