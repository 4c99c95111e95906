import { ImportError } from "../errors.ts";

/** A value of a pickle: lists and tuples are arrays, dictionaries maps, objects of the allow-list. */
type Pickled = null | boolean | number | bigint | string | object;

/** The only names that a pickle may call, each with a function of ours in its place. */
export type AllowList = Readonly<Record<string, (args: readonly Pickled[]) => Pickled>>;

/**
 * Reads consecutive pickles (protocol 2, the opcodes that torch.save writes). Executes nothing: a name
 * outside the allow-list, or an unknown opcode, is an ImportError.
 */
export class PickleReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #allowed: AllowList;
  /** Offset of the next pickle. */
  offset = 0;
  #stack: Pickled[] = [];
  #marks: number[] = [];
  readonly #memo = new Map<number, Pickled>();

  constructor(bytes: Uint8Array, allowed: AllowList) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#allowed = allowed;
  }

  /** The next pickle's value. */
  read(): Pickled {
    [this.#stack, this.#marks] = [[], []];
    this.#memo.clear();
    try {
      for (let opcode = this.#unsigned(1); opcode !== STOP; opcode = this.#unsigned(1)) this.#run(opcode);
      return this.#pop();
    } catch (cause) {
      if (cause instanceof ImportError) throw cause;
      throw new ImportError("source_unreadable", `The pickle breaks off at byte ${this.offset}.`, { cause });
    }
  }

  #run(opcode: number): void {
    const operation = this.#operations[opcode];
    if (!operation) throw new ImportError("source_unreadable", `Opcode ${opcode} is not read from pickles.`);
    operation();
  }

  readonly #operations: Readonly<Record<number, () => void>> = {
    128: () => this.#unsigned(1), // PROTO
    138: () => this.#push(this.#long(this.#unsigned(1))), // LONG1
    74: () => this.#push(this.#signed()), // BININT
    75: () => this.#push(this.#unsigned(1)), // BININT1
    77: () => this.#push(this.#unsigned(2)), // BININT2
    78: () => this.#push(null), // NONE
    136: () => this.#push(true), // NEWTRUE
    137: () => this.#push(false), // NEWFALSE
    88: () => this.#push(new TextDecoder().decode(this.#take(this.#unsigned(4)))), // BINUNICODE
    93: () => this.#push([]), // EMPTY_LIST
    125: () => this.#push(new Map()), // EMPTY_DICT
    41: () => this.#push([]), // EMPTY_TUPLE
    40: () => void this.#marks.push(this.#stack.length), // MARK
    116: () => this.#push(this.#sinceMark()), // TUPLE
    133: () => this.#push([this.#pop()]), // TUPLE1
    134: () => this.#push(this.#stack.splice(-2)), // TUPLE2
    113: () => void this.#memo.set(this.#unsigned(1), this.#stack.at(-1)!), // BINPUT
    114: () => void this.#memo.set(this.#unsigned(4), this.#stack.at(-1)!), // LONG_BINPUT
    104: () => this.#push(this.#recall(this.#unsigned(1))), // BINGET
    106: () => this.#push(this.#recall(this.#unsigned(4))), // LONG_BINGET
    115: () => this.#store(this.#stack.splice(-2)), // SETITEM
    117: () => this.#store(this.#sinceMark()), // SETITEMS
    101: () => this.#append(this.#sinceMark()), // APPENDS
    99: () => this.#push({ callable: `${this.#line()} ${this.#line()}` }), // GLOBAL
    82: () => this.#push(this.#call(this.#pop() as Pickled[], this.#pop())), // REDUCE
    81: () => this.#push(this.#call(this.#pop() as Pickled[], { callable: "persistent" })), // BINPERSID
    98: () => void this.#pop(), // BUILD gives an object attributes; none is used
  };

  #call(args: readonly Pickled[], target: Pickled): Pickled {
    const { callable } = target as { callable: string };
    const make = this.#allowed[callable];
    if (!make) throw new ImportError("source_unreadable", `A pickle may not call ${callable}.`);
    return make(args);
  }

  #store(pairs: readonly Pickled[]): void {
    const map = this.#stack.at(-1) as Map<Pickled, Pickled>;
    for (let i = 0; i < pairs.length; i += 2) map.set(pairs[i]!, pairs[i + 1]!);
  }

  #append(items: readonly Pickled[]): void {
    (this.#stack.at(-1) as Pickled[]).push(...items);
  }

  #recall(index: number): Pickled {
    const value = this.#memo.get(index);
    if (value === undefined) throw new RangeError(`The memo has no ${index}.`);
    return value;
  }

  #push(value: Pickled): void {
    this.#stack.push(value);
  }

  #pop(): Pickled {
    const value = this.#stack.pop();
    if (value === undefined) throw new RangeError("The stack is empty.");
    return value;
  }

  #sinceMark(): Pickled[] {
    const mark = this.#marks.pop();
    if (mark === undefined) throw new RangeError("There is no mark.");
    return this.#stack.splice(mark);
  }

  #take(length: number): Uint8Array {
    const end = this.offset + length;
    if (end > this.#bytes.length) throw new RangeError("The file ends.");
    const bytes = this.#bytes.subarray(this.offset, end);
    this.offset = end;
    return bytes;
  }

  #unsigned(length: 1 | 2 | 4): number {
    return this.#take(length).reduceRight((value, byte) => value * 256 + byte, 0);
  }

  #signed(): number {
    const value = this.#view.getInt32(this.offset, true);
    this.offset += 4;
    return value;
  }

  /** A long integer, never negative in these files. */
  #long(length: number): bigint {
    return this.#take(length).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  }

  #line(): string {
    const end = this.#bytes.indexOf(NEWLINE, this.offset);
    if (end < 0) throw new RangeError("A line does not end.");
    const text = new TextDecoder().decode(this.#take(end - this.offset));
    this.offset += 1;
    return text;
  }
}

const STOP = 46;
const NEWLINE = 10;
