import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The clock of one part of the stack: that of the day. A monotonic clock is none that anybody sets. */
interface Clock {
  /** What its process is started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Sets it so many seconds ahead of this machine's. */
  set(seconds: number): void;
}

/**
 * Makes clocks whose files lie in the folder; null on a machine that cannot load `clock.c` before a process.
 * libfaketime does the same for Node, and lets workerd hang before its first line.
 */
export function clocksIn(folder: string): ((part: string) => Clock) | null {
  const library = join(folder, "clock.so");
  const source = join(import.meta.dirname, "clock.c");
  try {
    execFileSync("cc", ["-O2", "-shared", "-fPIC", "-o", library, source], { stdio: "ignore" });
  } catch {
    return null;
  }
  return (part) => {
    const path = join(folder, `clock-of-${part}`);
    const set = (seconds: number) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(seconds));
      // In its place: processes have the file mapped.
      const file = openSync(path, constants.O_RDWR | constants.O_CREAT);
      writeSync(file, bytes, 0, bytes.length, 0);
      closeSync(file);
    };
    set(0);
    return { environment: { LD_PRELOAD: library, CLOCK_FILE: path }, set };
  };
}
