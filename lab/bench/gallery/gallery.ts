import type { Figure } from "../figure.ts";
import { benchEndToEnd } from "./end-to-end.ts";
import { benchScan } from "./scan.ts";

/** The gallery: its search beside sqlite-vec, and searches through both services. */
export async function benchGallery(): Promise<Figure[]> {
  return [...(await benchScan()), ...(await benchEndToEnd())];
}
