import type { GalleryPosition, InferencePort } from "../../../edge/inference/port.ts";
import { CALLER } from "../../../test/harness/edge/inference-results.ts";
import { crowdOf } from "../../../test/material/faces/faces-in-a-crowd.ts";
import { type Bar, type Fleet, portOn, type Say } from "./fleet.ts";

const FACES = 100;
const ROUNDS = 5;
const EMPTY = { discard: null, base: null, changes: [], probe: null, limit: 1 } as const;

/** The galleries of a fleet: in how many memories each is, and which move when a host leaves. */
export async function placing(fleet: Fleet, galleries: number, say: Say): Promise<Bar[]> {
  const names = Array.from({ length: galleries }, (_, i) => `tenant-${i}/live/1`);
  const changes = crowdOf(FACES, 3, 64).map((vector, i) => ({
    ...{ seq: i + 1, registrationId: `fr_${i}`, template: new Uint8Array(vector.slice().buffer) },
  }));
  /** Any edge that finds a gallery where it is asked for, or fills it there. */
  const ask = async (gallery: string) => {
    const port = fleet.edge();
    const { position } = await port.searchGallery({ gallery, ...EMPTY }, CALLER);
    if (position === null) await port.searchGallery({ gallery, ...EMPTY, changes }, CALLER);
  };
  for (let round = 0; round < ROUNDS; round++) for (const name of names) await ask(name);
  const copies = (await Promise.all(fleet.hosts.map((host) => host.faces()))).reduce((sum, n) => sum + n, 0);
  const before = await holders(fleet, names);
  say(`  galleries by host: ${fleet.hosts.map((_, i) => before.filter((at) => at === i).length).join(", ")}`);
  const [leaving] = fleet.hosts;
  await leaving!.stop();
  await fleet.proxy!.untilUp(fleet.hosts.length - 1);
  for (const name of names) await ask(name);
  const after = await holders(fleet, names);
  const moved = names.filter((_, i) => before[i] !== 0 && before[i] !== after[i]).length;
  const unplaced = after.filter((at) => at === undefined).length;
  return [
    { name: "galleries on four hosts", value: names.length },
    {
      name: "memory of all hosts beside one copy",
      value: copies / (FACES * names.length),
      least: 1,
      most: 1.1,
    },
    { name: "galleries of the host that left", value: before.filter((at) => at === 0).length },
    { name: "galleries of others that moved", value: moved, most: 0 },
    { name: "galleries that no host has", value: unplaced, most: 0 },
  ];
}

/** By gallery the first host, by its number, that has it; undefined where none has. */
async function holders({ hosts }: Fleet, names: readonly string[]): Promise<(number | undefined)[]> {
  const ports: readonly InferencePort[] = hosts.map(({ url }) => portOn(url));
  return Promise.all(
    names.map(async (gallery) => {
      const positions = await Promise.all(
        ports.map(
          (port): Promise<GalleryPosition | null> =>
            port.searchGallery({ gallery, ...EMPTY }, CALLER).then(
              ({ position }) => position,
              () => null,
            ),
        ),
      );
      const at = positions.findIndex((position) => position !== null);
      return at < 0 ? undefined : at;
    }),
  );
}
