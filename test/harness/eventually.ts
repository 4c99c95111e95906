import { expect } from "vitest";

/**
 * An assertion on a state that comes about by itself: `await eventually(() => pool.queued).toBe(1)`. It
 * passes as soon as the state is there, and is patient with a busy machine: a test says what happens, never
 * how fast.
 */
export const eventually = <T>(read: () => T | Promise<T>) =>
  expect.poll(read, { interval: 5, timeout: 20_000 });
