import { CPU, openNet } from "../../../inference/runtime/session.ts";
import { openForensicNets } from "../../../inference/forensics/nets.ts";

/** The measures' graphs on the processor; held open until the process ends. */
export const forensicNets = () => openForensicNets((name, bytes) => openNet({ name, bytes }, CPU));
