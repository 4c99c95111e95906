import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Two photos by their paths, and whether they show one person. `fold` is empty if the file names none. */
interface LabelledPair {
  readonly x: string;
  readonly y: string;
  readonly mated: boolean;
  readonly fold: string;
}

/** The pairs of a folder's `pairs.csv`; empty without that file. */
export async function readPairs(dir: string): Promise<LabelledPair[]> {
  const [, ...rows] = (await textOrEmpty(join(dir, "pairs.csv"))).trim().split("\n");
  return rows.map((row) => {
    const [x, y, same, fold = ""] = row.trim().split(",") as [string, string, string, string?];
    return { x: join(dir, x), y: join(dir, y), mated: same === "1", fold };
  });
}

async function textOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
