// The part of the WebAssembly JavaScript interface (W3C) that the scan uses. Node's types lack it.
declare namespace WebAssembly {
  /** Counted in pages of 64 KiB; growing replaces `buffer`. */
  class Memory {
    constructor(descriptor: { readonly initial: number; readonly maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
