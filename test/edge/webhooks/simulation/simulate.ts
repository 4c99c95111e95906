import { LEASE_MS } from "#edge/webhooks/delivery/dispatcher.ts";
import { Sender } from "./sender.ts";
import { World } from "./world.ts";

/** Runs the world of a seed to its end. Throws if a rule of delivery is broken. */
export const simulate = (seed: number, options?: { readonly isTraced: boolean }): World =>
  new World(seed, (world) => new Sender(world, LEASE_MS), options).run();
