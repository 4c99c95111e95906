import { EDGE } from "./edge.ts";
import { INFERENCE } from "./inference.ts";
import { PROGRAMS } from "./programs.ts";
import { below, type Layers } from "./table.ts";

export const LAYERS: Layers = { ...below("edge/", EDGE), ...below("inference/", INFERENCE), ...PROGRAMS };

export const covers = (entry: string, path: string) =>
  path === entry || (entry.endsWith("/") && path.startsWith(entry));

/** The layer of a path: the longest one that covers it. */
export function layerOf(path: string): string | undefined {
  return Object.keys(LAYERS)
    .filter((layer) => covers(layer, path))
    .sort((a, b) => b.length - a.length)[0];
}

/** Every layer that an entry leads into: the one that it belongs to, and those within it. */
export const layersWithin = (entry: string) =>
  new Set([layerOf(entry), ...Object.keys(LAYERS).filter((layer) => covers(entry, layer))]);
