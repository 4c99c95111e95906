import { editingSoftware } from "../../forensics/file/editing-software.ts";
import type { ForensicNets } from "../../forensics/measure/traces.ts";
import { perceptualHash } from "../../forensics/upload/perceptual-hash.ts";
import { readUploadFile } from "../../forensics/upload/upload-file.ts";
import type { Raster } from "../../imaging/raster.ts";
import { type StopToken, UNSTOPPED } from "../stop-token.ts";
import type { Assessment, PlainReading } from "../types.ts";
import { measureAll, toSignals } from "./signals.ts";
import { subjectOf } from "./subject.ts";

/** Measures traces of forgery in an upload. */
interface ForensicsPipeline {
  /**
   * `raster` is the upright picture of `content`, `reading` its reading. Signals that could not be measured
   * on this picture are left out: their absence is never a score.
   */
  assess(content: Uint8Array, raster: Raster, reading: PlainReading): Promise<Assessment>;
}

/** Opens the measures on their graphs. */
export const openForensicsPipeline = (
  nets: ForensicNets,
  stop: StopToken = UNSTOPPED,
): ForensicsPipeline => ({
  async assess(content, raster, reading) {
    const file = await readUploadFile(content);
    const metadata = { editingSoftware: editingSoftware(file), perceptualHash: await perceptualHash(raster) };
    const found = await measureAll(subjectOf(file, raster, reading), nets, stop);
    return { signals: toSignals(found), metadata };
  },
});
