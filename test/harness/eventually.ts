import { expect } from "vitest";

/**
 * An assertion that waits for a state: `await eventually(() => pool.queued).toBe(1)`. It passes as soon as
 * the state is reached, however slow the machine is; tests never assert durations.
 */
export const eventually = <T>(read: () => T | Promise<T>) =>
  expect.poll(read, { interval: 5, timeout: 20_000 });
