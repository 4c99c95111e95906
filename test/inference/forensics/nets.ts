import { openForensicNets } from "#inference/forensics/graphs.ts";
import { CPU, openNet } from "#inference/runtime/session.ts";

/** The measures' graphs on the processor; held open until the process ends. */
export const forensicNets = () => openForensicNets((name, bytes) => openNet({ name, bytes }, CPU));
