import { PHOTOS } from "../photos.ts";
import { bearer, FORM_TYPE, formOf, padded, timed } from "./calls.ts";
import { processorMilliseconds, type Rig, residentMegabytes } from "./rig.ts";

const UPLOADS = 20;

/** Cost of a burst of uploads for a process: growth at most, and CPU time of one upload. */
interface Burst {
  readonly megabytes: number;
  readonly processorMs: number;
}

/** 20 uploads of 5 MB at once to a Worker that has served as many one by one. */
export async function burst({ url, pid }: Rig["edge"], key: string): Promise<Burst> {
  const body = formOf({ mode: "passive" }, "image_1", padded(PHOTOS[0]!, 5_000_000));
  const headers = { ...bearer(key), "content-type": FORM_TYPE };
  const upload = () => timed(`${url}/v1/liveness/check`, { method: "POST", headers, body });
  for (let i = 0; i < UPLOADS; i++) await upload();
  const before = await residentMegabytes(pid);
  const processorBefore = await processorMilliseconds(pid);
  let peak = before;
  const sampling = setInterval(async () => {
    peak = Math.max(peak, await residentMegabytes(pid));
  }, 10);
  await Promise.all(Array.from({ length: UPLOADS }, upload));
  clearInterval(sampling);
  const processorMs = ((await processorMilliseconds(pid)) - processorBefore) / UPLOADS;
  return { megabytes: peak - before, processorMs };
}
