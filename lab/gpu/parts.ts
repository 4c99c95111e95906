import { measureBatches } from "./batches/batches.ts";
import { measureLibraries } from "./machine.ts";
import { measureNets } from "./nets/nets.ts";
import { measureRounding } from "./nets/rounding.ts";
import type { Measure } from "./rig.ts";
import { measureService } from "./service/service.ts";
import { measureShares } from "./shares.ts";

/** One part of a run. */
interface Part {
  readonly summary: string;
  readonly measure: Measure;
}

export const PARTS: Readonly<Record<string, Part>> = {
  libraries: { summary: "what the provider asks for and the loader finds", measure: measureLibraries },
  batches: { summary: "placed nets by batch size, bare and by the device", measure: measureBatches },
  nets: {
    summary: "what placed nets answer to views of the photos, beside the processor",
    measure: measureNets,
  },
  rounding: {
    summary: "what a rounding of the placed nets changes in the answers, on the processor",
    measure: measureRounding,
  },
  service: {
    summary: "the first calls; the same answers as on the processor; what a whole host answers",
    measure: measureService,
  },
  shares: { summary: "where the processor's time goes", measure: measureShares },
};
