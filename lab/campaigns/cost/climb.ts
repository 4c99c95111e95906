import { between, type Random } from "../../material/random.ts";

interface Tried<Cost> {
  readonly shares: readonly number[];
  readonly cost: Cost;
}

/**
 * Hill climbing over shares, 0..1: from the highest of a few random places, one step at a time to a higher
 * one, in smaller steps where it stays. `tries` bounds the attempts; every one is given to `attempt`.
 */
export async function climb<Cost>(
  dimensions: number,
  tries: number,
  random: Random,
  attempt: (shares: readonly number[]) => Promise<Cost>,
  height: (cost: Cost) => number,
): Promise<Tried<Cost>> {
  const anywhere = () => Array.from({ length: dimensions }, random);
  const go = async (shares: readonly number[]) => ({ shares, cost: await attempt(shares) });
  let best = await go(anywhere());
  const higher = (other: Tried<Cost>) => height(other.cost) > height(best.cost);
  let reach = 0.4;
  for (let tried = 1; tried < tries; tried++) {
    const isStart = tried < tries / 2;
    const step = (share: number) =>
      random() < 0.5 ? share : Math.min(1, Math.max(0, share + between(random, -reach, reach)));
    const next = await go(isStart ? anywhere() : best.shares.map(step));
    if (higher(next)) best = next;
    else if (!isStart) reach *= 0.85;
  }
  return best;
}
