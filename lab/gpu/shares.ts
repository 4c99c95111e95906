import { CPU } from "../../inference/runtime/session.ts";
import type { Figure } from "../bench/figure.ts";
import { shareFigures } from "../bench/shares/shares.ts";
import type { Rig } from "./rig.ts";

/** The bench's shares, of the photos that came along: nets run in the engine here, on the processor. */
export async function* measureShares({ models, material }: Rig): AsyncGenerator<Figure> {
  const upright = Object.entries(material.faces).filter(([name]) => name.includes("turned-0"));
  const [page] = Object.values(material.documents);
  yield* await shareFigures(models, CPU, {
    face: upright.map(([, content]) => ({ method: "analyzeFace", content })),
    document: [{ method: "examineDocument", content: page! }],
  });
}
