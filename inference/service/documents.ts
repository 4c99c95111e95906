import type { Engines } from "../engine/pool.ts";
import type {
  Assessment,
  DocumentReading,
  Examination,
  Forensics,
  PlainReading,
} from "../pipelines/types.ts";
import type { KeptReading, ReadingMemory } from "./reading-memory.ts";
import type { RpcCall } from "./rpc-call.ts";

/**
 * Reads and measures documents. A reading of the last minute, of the same upload for the same tenant, is used
 * again; an engine adds only the parts that it lacks. Throws `ImageRefusedError` or `EngineFailure`.
 */
export class Documents {
  readonly #engines: Engines;
  readonly #memory: ReadingMemory;

  constructor(engines: Engines, memory: ReadingMemory) {
    this.#engines = engines;
    this.#memory = memory;
  }

  async read(content: Uint8Array, call: RpcCall): Promise<DocumentReading> {
    const kept = this.#find(content, call);
    if (kept !== undefined) return this.#completed(kept, content, call);
    const reading = await this.#engines.run("readDocument", content, call);
    this.#keep(content, call, { reading });
    return reading;
  }

  async assess(content: Uint8Array, call: RpcCall): Promise<Forensics> {
    const kept = this.#find(content, call);
    if (kept !== undefined) {
      const reading = plain(kept.reading);
      return { ...(await this.#assessed(reading, content, call)), reading };
    }
    const { sketch, ...forensics } = await this.#engines.run("assessForensics", content, call);
    this.#keep(content, call, { reading: forensics.reading, sketch });
    return forensics;
  }

  async examine(content: Uint8Array, call: RpcCall): Promise<Examination> {
    const kept = this.#find(content, call);
    if (kept !== undefined) {
      const [reading, assessment] = await Promise.all([
        this.#completed(kept, content, call),
        this.#assessed(plain(kept.reading), content, call),
      ]);
      return { ...assessment, reading };
    }
    const examination = await this.#engines.run("examineDocument", content, call);
    this.#keep(content, call, { reading: examination.reading });
    return examination;
  }

  /** Drops the readings of a tenant. */
  forget(tenant: string): void {
    this.#memory.forget(tenant);
  }

  #assessed(reading: PlainReading, content: Uint8Array, call: RpcCall): Promise<Assessment> {
    return this.#engines.run("assessReading", { content, reading }, call);
  }

  /** The reading with its portrait in full. */
  async #completed(kept: KeptReading, content: Uint8Array, call: RpcCall): Promise<DocumentReading> {
    if (kept.sketch === undefined) return kept.reading;
    const { portrait: place, ...rest } = kept.reading;
    const portrait = place && (await this.#engines.run("portray", { content, sketch: kept.sketch }, call));
    const reading = { ...rest, ...(portrait && { portrait }) };
    this.#keep(content, call, { reading });
    return reading;
  }

  #find(content: Uint8Array, { tenant }: RpcCall): KeptReading | undefined {
    return tenant === undefined ? undefined : this.#memory.find({ tenant, content });
  }

  #keep(content: Uint8Array, { tenant }: RpcCall, kept: KeptReading): void {
    if (tenant !== undefined) this.#memory.keep({ tenant, content }, kept);
  }
}

/** The reading with the portrait's place only, without its face and picture. */
function plain({ portrait, ...rest }: KeptReading["reading"]): PlainReading {
  return { ...rest, ...(portrait && { portrait: { box: portrait.box } }) };
}
