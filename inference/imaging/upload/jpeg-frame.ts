import { BOUNDS } from "./bounds.ts";
import { viewOf } from "./container.ts";
import { unreadable } from "./refusal.ts";

/** Bytes of a block's 64 coefficients. */
const BLOCK_BYTES = 128;

interface Component {
  readonly id: number;
  /** Blocks of 8 × 8 samples that it has. */
  readonly blocks: number;
}

/** A JPEG's frame (ISO/IEC 10918-1, B.2.2), and the cost of its scans. */
export class Frame {
  readonly width: number;
  readonly height: number;
  readonly #components: readonly Component[];
  readonly #isProgressive: boolean;
  #scans = 0;
  #blocks = 0;
  /** The first scan has all components: then a sequential image is decoded as it comes. */
  #isWhole = false;

  /** `data`: of the marker segment. */
  constructor(data: Uint8Array, isProgressive: boolean) {
    const count = data[5] ?? 0;
    if (count < 1 || count > 4 || data.length < 6 + 3 * count) throw unreadable("the JPEG's frame is broken");
    if (data[0] !== 8) throw unreadable("the JPEG has samples of more than 8 bits");
    const view = viewOf(data);
    this.height = view.getUint16(1);
    this.width = view.getUint16(3);
    this.#isProgressive = isProgressive;
    this.#components = this.#componentsOf(data.subarray(6, 6 + 3 * count));
  }

  /** Bytes that its decoder holds: all coefficients, unless one scan has the whole image. */
  get decoderBytes(): number {
    if (!this.#isProgressive && this.#isWhole && this.#scans === 1) return 0;
    return BLOCK_BYTES * this.#components.reduce((sum, { blocks }) => sum + blocks, 0);
  }

  /** Throws `ImageRefusedError` once the scans cost more than any encoder's. */
  addScan(data: Uint8Array): void {
    const count = data[0] ?? 0;
    if (data.length < 1 + 2 * count + 3) throw unreadable("a JPEG scan is broken");
    const ids = new Set(Array.from({ length: count }, (_, i) => data[1 + 2 * i]));
    const own = this.#components.filter(({ id }) => ids.has(id));
    if (this.#scans === 0) this.#isWhole = own.length === this.#components.length;
    this.#scans++;
    this.#blocks += own.reduce((sum, { blocks }) => sum + blocks, 0);
    if (this.#scans > BOUNDS.scans) throw unreadable(`the JPEG has more than ${BOUNDS.scans} scans`);
    if (this.#blocks > BOUNDS.blocks) throw unreadable("the JPEG's scans go over its image too often");
  }

  #componentsOf(data: Uint8Array): Component[] {
    const parts = Array.from({ length: data.length / 3 }, (_, i) => {
      const factors = data[3 * i + 1]!;
      return { id: data[3 * i]!, across: factors >> 4, down: factors & 15 };
    });
    const [across, down] = [Math.max(...parts.map((p) => p.across)), Math.max(...parts.map((p) => p.down))];
    if (Math.min(...parts.flatMap((p) => [p.across, p.down])) < 1 || Math.max(across, down) > 4) {
      throw unreadable("the JPEG's sampling factors are none");
    }
    const units = Math.ceil(this.width / (8 * across)) * Math.ceil(this.height / (8 * down));
    return parts.map((part) => ({ id: part.id, blocks: units * part.across * part.down }));
  }
}
