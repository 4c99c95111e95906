import { decodeImage } from "../../../inference/imaging/decode.ts";
import { openPack } from "../../../inference/pack/open.ts";
import { openFacePipeline } from "../../../inference/pipelines/face/face.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import { compete } from "./contestant.ts";

const pipeline = await openFacePipeline(await openPack(process.argv[2]!, CPU));

compete(async (content) => {
  const { principal } = await pipeline.analyze(await decodeImage(content), { landmarks: false });
  return principal?.template.vector ?? null;
});
