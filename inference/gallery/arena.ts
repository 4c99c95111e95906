import { type Kernel, LANES, loadKernel, MOST_PROBES, VECTOR, WIDTHS } from "./kernel.ts";
import { PROBE_RAISE } from "./quantize.ts";

/** Bytes of a segment: a page of WebAssembly's memory. */
export const SEGMENT_BYTES = 65_536;
/** Elements that a template may have. */
export const MOST_DIMENSIONS = 4_096;

/** Pages before the segments: the probes of a pass, and the dot products of a segment's rows with them. */
const PROBE_PAGES = Math.ceil((MOST_PROBES * MOST_DIMENSIONS) / SEGMENT_BYTES);
const DOT_PAGES = Math.ceil(((SEGMENT_BYTES / LANES) * MOST_PROBES * 4) / SEGMENT_BYTES);
const FIRST_SEGMENT = PROBE_PAGES + DOT_PAGES;
const MOST_PAGES = 65_536;

/** The memory that all galleries of a process share, at most 4 GiB of segments: what is given back is taken again. */
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
      // By an eighth: growing replaces every view of the memory.
      this.memory.grow(Math.min(MOST_PAGES - pages, Math.max(16, Math.floor(pages / 8))) || 1);
      this.#rows = new Int8Array(this.memory.buffer);
    }
    return this.#next++ * SEGMENT_BYTES;
  }

  /** Takes a segment back, and clears it: what was a face is none any more. */
  give(address: number): void {
    this.row(address, SEGMENT_BYTES).fill(0);
    this.#free.push(address);
  }

  /** A view of so many elements, good until the next `take`. */
  row(address: number, length: number): Int8Array {
    return this.#rows.subarray(address, address + length);
  }

  /** Hands over the probes of the next scans, quantised, and answers how many dot products each row has. */
  ask(probes: readonly Int8Array[]): (typeof WIDTHS)[number] {
    const width = WIDTHS.find((each) => each >= probes.length);
    if (width === undefined) throw new RangeError(`more than ${MOST_PROBES} probes`);
    probes.forEach((probe, n) => {
      for (let i = 0; i < probe.length; i += VECTOR) {
        const raised = probe.subarray(i, i + VECTOR).map((element) => element + PROBE_RAISE);
        this.#rows.set(raised, i * width + n * VECTOR);
      }
    });
    return width;
  }

  /** Dot products of a segment's first `count` rows with the probes asked, row by row; good until the next scan. */
  scan(address: number, count: number, stride: number, width: (typeof WIDTHS)[number]): Int32Array {
    const dots = PROBE_PAGES * SEGMENT_BYTES;
    this.#kernel[width](address, address + count * stride, stride, 0, dots);
    return new Int32Array(this.memory.buffer, dots, count * width);
  }
}
