/** Longer than one call of each part that the edge asks. */
const PATIENCE_MS = 60_000;

/** An edge's answer about itself, such as on `/health`: waited for as long as it may take. */
export const askEdge = (url: string, path: string): Promise<Response> =>
  fetch(new URL(path, url), { signal: AbortSignal.timeout(PATIENCE_MS) });
