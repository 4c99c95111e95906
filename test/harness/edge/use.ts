import { afterAll, beforeEach } from "vitest";
import { openCheckEdge } from "./check-edge.ts";
import { forensics, frame, reading } from "./inference-results.ts";
import { openTestEdge } from "./test-edge.ts";

/** An edge that a test file opens when it is loaded; it is closed after the file's tests. */
async function closing<T extends { close(): Promise<unknown> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(() => opened.close());
  return opened;
}

export const useTestEdge = (...options: Parameters<typeof openTestEdge>) => closing(openTestEdge(...options));

export const useCheckEdge = () => closing(openCheckEdge());

/** The same, with an inference that finds a genuine document and a live face, again before each test. */
export async function useGenuineEdge() {
  const edge = await useCheckEdge();
  beforeEach(() => {
    const genuine = { reading: reading(), forensics: forensics(), frames: [frame({}, 0.9)] };
    Object.assign(edge.answers, genuine, { faces: {}, images: {} });
  });
  return edge;
}
