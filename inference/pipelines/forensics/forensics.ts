import { editingSoftware } from "../../forensics/file/editing-software.ts";
import type { ForensicNets } from "../../forensics/measure/nets.ts";
import { MEASURES } from "../../forensics/measures.ts";
import { perceptualHash } from "../../forensics/upload/perceptual-hash.ts";
import { readUploadFile } from "../../forensics/upload/upload-file.ts";
import type { Raster } from "../../imaging/raster.ts";
import { type StopToken, UNSTOPPED } from "../stop-token.ts";
import type { Assessment, PlainReading, Quadrilateral } from "../types.ts";
import { ALONE, type Helper, type LookRequest, type Looks } from "./helper.ts";
import { look, measureAll, toSignals } from "./signals.ts";
import { subjectOf, withinOutline } from "./subject.ts";

/** Measures traces of forgery in an upload. `raster` is the upright picture of `content` throughout. */
interface ForensicsPipeline {
  /** Has an idle engine, if there is one, run the looks while only the document's outline is known. */
  lookAhead(content: Uint8Array, raster: Raster, outline: Quadrilateral): Promise<Looks | undefined>;
  /** Runs looks for another engine. */
  look(request: LookRequest, raster: Raster): Promise<Looks>;
  /**
   * `reading` is the upload's reading, `ahead` the promise of `lookAhead`. Signals that could not be measured
   * on this picture are left out: their absence is never a score.
   */
  assess(
    content: Uint8Array,
    raster: Raster,
    reading: PlainReading,
    ahead?: Promise<Looks | undefined>,
  ): Promise<Assessment>;
}

/**
 * Looks for an idle engine: all of them while this engine reads. If no engine was idle then, a part that
 * takes about as long as the rest (`npm run lab -- bench documents`).
 */
const GIVEN = {
  ahead: MEASURES.filter(({ look }) => look !== undefined).map(({ model }) => model.name),
  after: ["copy-move", "recapture", "seam"],
} as const;

/** Opens the measures on their graphs. */
export function openForensicsPipeline(
  nets: ForensicNets,
  helper: Helper = ALONE,
  stop: StopToken = UNSTOPPED,
): ForensicsPipeline {
  return {
    lookAhead(content, raster, { corners }) {
      return helper.look({ content, document: withinOutline(raster, corners), measures: GIVEN.ahead });
    },
    async look({ content, document, measures }, raster) {
      return look({ file: await readUploadFile(content), raster, document }, measures, { nets, stop });
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
      const found = await measureAll(subject, { nets, stop }, { names: new Set(given), looks });
      return { signals: toSignals(found), metadata };
    },
  };
}
