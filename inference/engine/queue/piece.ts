import type { CostKey } from "./costs.ts";

/** Whether somebody waits for the work, such as a person before a camera. */
export type Priority = "interactive" | "background";

/** What the queue knows of a piece of work. */
export interface Piece extends CostKey {
  readonly priority: Priority;
  /** Milliseconds of `performance.now()`: past it nobody wants the work any more. */
  readonly deadline: number;
  /** Bytes that it keeps in memory while it waits. */
  readonly size: number;
}

/**
 * What a millisecond of work is charged to its owner's account. Work that nobody waits for so has a tenth of
 * the servers beside work that somebody waits for, and all that the others leave.
 */
export const CHARGES: Readonly<Record<Priority, number>> = { interactive: 1, background: 10 };

/** Bytes that any piece takes, however little it carries: so that their number is bounded as well. */
export const LEAST_SIZE = 64 * 1024;

export const sizeOf = (parts: readonly { readonly byteLength: number }[]) =>
  parts.reduce((sum, { byteLength }) => sum + byteLength, LEAST_SIZE);
