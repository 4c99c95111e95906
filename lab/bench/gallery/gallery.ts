import type { Figure } from "../figure.ts";
import { benchEndToEnd } from "./end-to-end.ts";
import { benchRecall } from "./recall.ts";
import { benchScan } from "./scan.ts";

/**
 * The gallery: its scan beside a pure read and sqlite-vec, its exactness, and searches through both services.
 */
export async function benchGallery(): Promise<Figure[]> {
  return [...(await benchScan()), ...(await benchRecall()), ...(await benchEndToEnd())];
}
