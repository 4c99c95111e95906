/**
 * Memory that grows by `resize` up to `most` bytes, in pages of its own: `freePages` gives them back to the
 * operating system at once, where a runtime's allocator keeps what it gets back.
 */
export const openPages = (most: number, bytes = 0): ArrayBuffer =>
  new ArrayBuffer(bytes, { maxByteLength: Math.max(most, bytes) });

/** Ends the use of this memory. A runtime that still sends it, in a call on its way, keeps it until then. */
export function freePages(pages: ArrayBuffer): void {
  pages.transfer(0);
}
