import { afterAll } from "vitest";
import { openCheckEdge } from "./check-edge.ts";
import { openTestEdge } from "./test-edge.ts";

/** An edge that a test file opens when it is loaded; it is closed after the file's tests. */
async function closing<T extends { close(): Promise<unknown> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(() => opened.close());
  return opened;
}

export const useTestEdge = (...options: Parameters<typeof openTestEdge>) => closing(openTestEdge(...options));

export const useCheckEdge = () => closing(openCheckEdge());
