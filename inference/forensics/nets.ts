import { FORENSIC_GRAPHS, type ForensicGraph } from "../onnx/forensics/graphs.ts";
import type { Net } from "../runtime/session.ts";

/** The graphs of the measures, opened where the pack's nets run. */
export type ForensicNets = Readonly<Record<ForensicGraph, Net>>;

/** Opens every graph by `open`, which is given a name and an ONNX file's bytes. */
export async function openForensicNets(
  open: (name: string, graph: Uint8Array) => Promise<Net>,
): Promise<ForensicNets> {
  const nets: Record<string, Net> = {};
  for (const [name, build] of Object.entries<() => Uint8Array>(FORENSIC_GRAPHS)) {
    nets[name] = await open(name, build());
  }
  return nets as ForensicNets;
}
