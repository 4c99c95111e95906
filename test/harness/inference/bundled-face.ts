import { afterAll, beforeAll } from "vitest";
import { type OpenBundle, openBundle } from "#inference/bundle/open.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { type FacePipeline, openFacePipeline } from "#inference/pipelines/face/face.ts";
import type { PrincipalFace } from "#inference/pipelines/types.ts";
import { CPU } from "#inference/runtime/session.ts";
import { useFolder } from "../folder.ts";

interface BundledFace {
  bundle: OpenBundle;
  face: FacePipeline;
  /** The principal face of an encoded image or a raster that must show one. */
  principalOf(image: Uint8Array | Raster): Promise<PrincipalFace>;
}

/** The real face pipeline on the bundled models, opened before a file's tests and closed after them. */
export function useBundledFace(): BundledFace {
  const opened = {
    async principalOf(image: Uint8Array | Raster) {
      const photo = image instanceof Uint8Array ? await decodeImage(image) : image;
      const { principal } = await opened.face.analyze(photo);
      if (principal === undefined) throw new Error("no face was found");
      return principal;
    },
  } as BundledFace;
  const folder = useFolder();
  beforeAll(async () => {
    opened.bundle = await openBundle(folder, CPU);
    opened.face = await openFacePipeline(opened.bundle);
  });
  afterAll(() => opened.bundle?.release());
  return opened;
}

/** The comparison score of two templates. */
export const compare = (a: PrincipalFace, b: PrincipalFace): number =>
  a.template.vector.reduce((sum, value, n) => sum + value * b.template.vector[n]!, 0);
