import { median } from "../../../inference/statistics.ts";
import type { Figure } from "../figure.ts";
import { bearer, FORM_TYPE, formOf, openVerification, padded, timed } from "./calls.ts";
import { type Relay, startRelay } from "./relay.ts";
import { plainJpeg, startRig } from "./rig.ts";

const ROUND_TRIPS_MS = [30, 80, 160];
/** Milliseconds beyond whole round trips. */
const SPARE_MS = 15;
const WARM_UP = 5;
const SAMPLES = 15;

/** A call, and the whole round trips that it may take: to database and inference, and to the edge. */
interface Case {
  readonly name: string;
  readonly backEnds: number;
  readonly edge: number;
  call(): Promise<number>;
}

/**
 * What a distance between device, edge, database and inference adds to a call, beside whole round trips: with
 * the edge near the device, and with the edge placed near its database and inference.
 */
export async function benchDistance(): Promise<Figure[]> {
  const relays: Relay[] = [];
  const relayed = async (url: string) => {
    const relay = await startRelay(url);
    relays.push(relay);
    return relay.url;
  };
  const rig = await startRig({ relayed });
  const device = await startRelay(rig.edge.url);
  try {
    const figures: Figure[] = [];
    for (const each of await cases(device.url, rig.key)) {
      figures.push(...(await atPointOfPresence(each, relays)), ...(await placed(each, relays, device)));
    }
    return figures;
  } finally {
    await device.close();
    await rig.close();
    for (const relay of relays) await relay.close();
  }
}

async function cases(url: string, key: string): Promise<Case[]> {
  const { address, token } = await openVerification(url, key);
  const body = formOf({ mode: "passive" }, "image_1", padded(await plainJpeg(), 1_000_000));
  const check = { method: "POST", headers: { ...bearer(key), "content-type": FORM_TYPE }, body };
  return [
    {
      ...{ name: "GET by token", backEnds: 1, edge: 1 },
      call: () => timed(address, { headers: bearer(token) }),
    },
    {
      // One every second call pays for the key's own read.
      ...{ name: "GET by a remembered key", backEnds: 1, edge: 1 },
      async call() {
        await timed(address, { headers: bearer(key) });
        return timed(address, { headers: bearer(key) });
      },
    },
    // A read or none, the upload, a write.
    { name: "1 MB check", backEnds: 3, edge: 1, call: () => timed(`${url}/v1/liveness/check`, check) },
  ];
}

async function atPointOfPresence(
  { name, backEnds, call }: Case,
  relays: readonly Relay[],
): Promise<Figure[]> {
  return beyond(`${name}, edge near the device`, backEnds, call, (ms) => {
    for (const relay of relays) relay.roundTripMs = ms;
  });
}

async function placed(
  { name, edge, call }: Case,
  relays: readonly Relay[],
  device: Relay,
): Promise<Figure[]> {
  for (const relay of relays) relay.roundTripMs = 0;
  return beyond(`${name}, edge placed`, edge, call, (ms) => {
    device.roundTripMs = ms;
  });
}

/** Beside the same call without any distance, by turns. */
async function beyond(
  name: string,
  roundTrips: number,
  call: () => Promise<number>,
  setDistance: (ms: number) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const at = async (ms: number, count: number) => {
    setDistance(ms);
    const times: number[] = [];
    for (let n = 0; n < count; n++) times.push(await call());
    return times;
  };
  for (const ms of ROUND_TRIPS_MS) {
    await at(0, WARM_UP);
    await at(ms, 2);
    const near = [...(await at(0, SAMPLES)), ...(await at(0, 2))];
    const far = await at(ms, SAMPLES);
    const added = median(far) - median(near);
    figures.push(
      { name: `${name}, ${ms} ms: round trips`, value: added / ms, unit: "", aim: `<= ${roundTrips + 0.5}` },
      {
        ...{ name: `${name}, ${ms} ms: beyond ${roundTrips}`, value: added - roundTrips * ms, unit: "ms" },
        aim: `<= ${SPARE_MS}`,
      },
    );
  }
  setDistance(0);
  return figures;
}
