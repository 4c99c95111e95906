import type { Header } from "./header.ts";

/** The most that a file may have; the defaults are the service's (contract §4.1). */
export interface FileLimits {
  readonly bytes?: number;
  readonly pixels?: number;
  /** Pixels of a side. */
  readonly side?: number;
}

export const LIMITS = { bytes: 10 * 1024 * 1024, pixels: 40_000_000, side: 10_000 } as const;

type Most = { readonly [Name in keyof typeof LIMITS]: number };

/** Which limit a file breaks; an unknown type breaks one, too. Undefined for a file that may go as it is. */
export function breachOf(
  header: Header | undefined,
  bytes: number,
  most: Most,
): "type" | "pixels" | "bytes" | undefined {
  if (header === undefined) return "type";
  const { width, height } = header;
  if (width * height > most.pixels || Math.max(width, height) > most.side) return "pixels";
  return bytes > most.bytes ? "bytes" : undefined;
}

const STEPS = 8;
const SHRINK = 0.8;

/** Longest sides to encode at, from the largest that fits down: the first within the bytes is kept. */
export function sidesToTry({ width, height }: Omit<Header, "type">, most: Most): number[] {
  const longest = Math.max(width, height);
  const fitting = Math.min(1, Math.sqrt(most.pixels / (width * height)), most.side / longest);
  // One less, since the other side is rounded.
  const first = fitting < 1 ? Math.floor(longest * fitting) - 1 : longest;
  return Array.from({ length: STEPS }, (_, step) => Math.max(1, Math.floor(first * SHRINK ** step)));
}
