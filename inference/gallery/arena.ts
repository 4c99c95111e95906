import { type Kernel, LANES, loadKernel, MAX_PROBES, VECTOR, WIDTHS } from "./kernel.ts";
import { PROBE_RAISE } from "./quantize.ts";

/** Bytes of a segment: a page of WebAssembly's memory. */
export const SEGMENT_BYTES = 65_536;
/** Elements of a template at most. */
export const MAX_DIMENSIONS = 4_096;

/** Pages before the segments: the probes of a pass, then the dot products of one segment's rows with them. */
const PROBE_PAGES = Math.ceil((MAX_PROBES * MAX_DIMENSIONS) / SEGMENT_BYTES);
const DOT_PAGES = Math.ceil(((SEGMENT_BYTES / LANES) * MAX_PROBES * 4) / SEGMENT_BYTES);
const FIRST_SEGMENT = PROBE_PAGES + DOT_PAGES;
const MOST_PAGES = 65_536;

/** The memory of all galleries of a process, at most 4 GiB, in segments that are used again. */
export class Arena {
  /** The probes of a pass, its dot products, then the segments. */
  readonly memory = new WebAssembly.Memory({ initial: FIRST_SEGMENT, maximum: MOST_PAGES });
  readonly #kernel: Kernel = loadKernel(this.memory);
  readonly #free: number[] = [];
  #next = FIRST_SEGMENT;
  #rows = new Int8Array(this.memory.buffer);

  /** Address of a segment of zeros. Throws `RangeError` when there is no more memory. */
  take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const pages = this.#rows.length / SEGMENT_BYTES;
    if (this.#next === pages) {
      // Grows by an eighth, since each growth invalidates every view of the memory.
      this.memory.grow(Math.min(MOST_PAGES - pages, Math.max(16, Math.floor(pages / 8))) || 1);
      this.#rows = new Int8Array(this.memory.buffer);
    }
    return this.#next++ * SEGMENT_BYTES;
  }

  /** Takes a segment back and overwrites it with zeros, so that nothing of a face stays. */
  give(address: number): void {
    this.row(address, SEGMENT_BYTES).fill(0);
    this.#free.push(address);
  }

  /** A view of `length` elements, valid until the next `take`. */
  row(address: number, length: number): Int8Array {
    return this.#rows.subarray(address, address + length);
  }

  /** Sets the quantised probes of the next scans. Returns how many dot products each row then has. */
  setProbes(probes: readonly Int8Array[]): (typeof WIDTHS)[number] {
    const width = WIDTHS.find((each) => each >= probes.length);
    if (width === undefined) throw new RangeError(`more than ${MAX_PROBES} probes`);
    probes.forEach((probe, n) => {
      for (let i = 0; i < probe.length; i += VECTOR) {
        const raised = probe.subarray(i, i + VECTOR).map((element) => element + PROBE_RAISE);
        this.#rows.set(raised, i * width + n * VECTOR);
      }
    });
    return width;
  }

  /** Overwrites the probes, which are faces, too. */
  clearProbes(): void {
    this.#rows.fill(0, 0, PROBE_PAGES * SEGMENT_BYTES);
  }

  /**
   * Dot products of a segment's first `count` rows with the probes, row by row; valid until the next scan.
   */
  scan(address: number, count: number, stride: number, width: (typeof WIDTHS)[number]): Int32Array {
    const dots = PROBE_PAGES * SEGMENT_BYTES;
    this.#kernel[width](address, address + count * stride, stride, 0, dots);
    return new Int32Array(this.memory.buffer, dots, count * width);
  }
}
