import { PHOTOS } from "../photos.ts";
import { FORM_TYPE, formOf, padded, timed } from "./calls.ts";
import { processorMilliseconds, type Rig, residentMegabytes } from "./rig.ts";

const MEGABYTE = 1_000_000;
const UPLOADS = 20;

/** What a burst of uploads costs a process. */
export interface Burst {
  /** Megabytes at most above what the process had before the first burst. */
  readonly megabytes: number;
  /** Milliseconds of processor time for one upload. */
  readonly processorMs: number;
}

/** Bursts of 20 uploads of 5 MB at once to a Worker that has served as many one by one. */
export async function* bursts(
  { url, pid }: Rig["edge"],
  key: string,
  count: number,
): AsyncGenerator<Burst, void> {
  const body = formOf({ mode: "passive" }, "image_1", padded(PHOTOS[0]!, 5 * MEGABYTE));
  const headers = { authorization: `Bearer ${key}`, "content-type": FORM_TYPE };
  const upload = () => timed(`${url}/v1/liveness/check`, { method: "POST", headers, body });
  for (let i = 0; i < UPLOADS; i++) await upload();
  const before = await residentMegabytes(pid);
  for (let i = 0; i < count; i++) {
    const processorBefore = await processorMilliseconds(pid);
    let peak = await residentMegabytes(pid);
    const sampling = setInterval(async () => {
      peak = Math.max(peak, await residentMegabytes(pid));
    }, 10);
    await Promise.all(Array.from({ length: UPLOADS }, upload));
    clearInterval(sampling);
    const processorMs = ((await processorMilliseconds(pid)) - processorBefore) / UPLOADS;
    yield { megabytes: peak - before, processorMs };
  }
}
