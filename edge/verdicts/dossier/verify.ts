import type { Dossier } from "./dossier.ts";
import { measuredFaults } from "./measured.ts";
import { replayFaults } from "./replay.ts";

/**
 * The faults of a dossier without its signature, each with its place: measurements whose verdict is another
 * one, and a decision that the rules do not reach. Empty for a dossier that proves its decision. Throws a
 * `TypeError` for an object that is no dossier.
 */
export const dossierFaults = (dossier: Dossier): string[] => [
  ...measuredFaults(dossier),
  ...replayFaults(dossier),
];
