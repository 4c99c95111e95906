import { editingSoftware } from "../../forensics/file/editing-software.ts";
import { readUploadFile } from "../../forensics/file/upload-file.ts";
import { MEASURES } from "../../forensics/measures.ts";
import type { ForensicNets } from "../../forensics/nets.ts";
import { perceptualHash } from "../../forensics/perceptual-hash.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Assessment, PlainReading, Quadrilateral } from "../types.ts";
import { ALONE, type Helper, type LookRequest, type Looks } from "./helper.ts";
import { look, measureAll, toSignals } from "./signals.ts";
import { subjectOf, withinOutline } from "./subject.ts";

/** Measures traces of forgery in an upload. `raster` is the upright picture of `content` throughout. */
interface ForensicsPipeline {
  /** Has another engine, if one is idle, look at a document of which no more is known yet than its outline. */
  lookAhead(content: Uint8Array, raster: Raster, outline: Quadrilateral): Promise<Looks | undefined>;
  /** Another engine's part of the work. */
  look(request: LookRequest, raster: Raster): Promise<Looks>;
  /**
   * `reading` is what the upload's document says, `ahead` what `lookAhead` promised of it. Signals that could not be
   * measured on this picture are left out: they are never a score.
   */
  assess(
    content: Uint8Array,
    raster: Raster,
    reading: PlainReading,
    ahead?: Promise<Looks | undefined>,
  ): Promise<Assessment>;
}

/**
 * Looks that are given to an engine that is idle: all of them while this engine reads on. Where no engine was idle then,
 * looks that take about as long as what is left for this engine (`npm run bench -- documents`).
 */
const GIVEN = {
  ahead: MEASURES.filter(({ look }) => look !== undefined).map(({ model }) => model.name),
  after: ["copy-move", "recapture", "seam"],
} as const;

/** Opens the measures on their graphs. */
export function openForensicsPipeline(nets: ForensicNets, helper: Helper = ALONE): ForensicsPipeline {
  return {
    lookAhead(content, raster, { corners }) {
      return helper.look({ content, document: withinOutline(raster, corners), measures: GIVEN.ahead });
    },
    async look({ content, document, measures }, raster) {
      return look({ file: await readUploadFile(content), raster, document }, measures, nets);
    },
    async assess(content, raster, reading, ahead = Promise.resolve(undefined)) {
      const file = await readUploadFile(content);
      const subject = subjectOf(file, raster, reading);
      const taken = (await Promise.race([ahead, "looking"])) !== undefined;
      const { document } = subject;
      const looks = taken ? ahead : helper.look({ content, document, measures: GIVEN.after });
      const given = taken ? GIVEN.ahead : GIVEN.after;
      const metadata = {
        editingSoftware: editingSoftware(file),
        perceptualHash: await perceptualHash(raster),
      };
      const found = await measureAll(subject, nets, { names: new Set(given), looks });
      return { signals: toSignals(found), metadata };
    },
  };
}
