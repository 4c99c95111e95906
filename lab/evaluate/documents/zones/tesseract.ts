import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The lines that Debian's `tesseract` reads, and the milliseconds for all of them. */
interface TesseractAnswer {
  readonly version: string;
  readonly texts: readonly string[];
  readonly milliseconds: number;
}

const WHITELIST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<";
const SEPARATOR = "~~~";

/**
 * Reads PNGs as single lines of the zone's alphabet, in one process with one thread. Undefined where
 * `tesseract` is not installed.
 */
export function readWithTesseract(pictures: readonly Uint8Array[]): TesseractAnswer | undefined {
  const version = spawnSync("tesseract", ["--version"], { encoding: "utf8" });
  if (version.error !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "selfsame-tesseract-"));
  try {
    const files = pictures.map((content, i) => {
      const path = join(folder, `${i}.png`);
      writeFileSync(path, content);
      return path;
    });
    writeFileSync(join(folder, "files.txt"), files.join("\n"));
    const began = performance.now();
    const texts = run(join(folder, "files.txt"));
    const milliseconds = performance.now() - began;
    if (texts.length !== pictures.length) {
      throw new Error(`tesseract answered ${texts.length} of ${pictures.length} lines`);
    }
    return { version: version.stdout.split("\n")[0]!, texts, milliseconds };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(list: string): string[] {
  const settings = { tessedit_char_whitelist: WHITELIST, page_separator: SEPARATOR };
  const flags = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const { status, stdout, stderr } = spawnSync(
    "tesseract",
    [list, "stdout", "-l", "eng", "--psm", "7", ...flags],
    { encoding: "utf8", env: { ...process.env, OMP_THREAD_LIMIT: "1" }, maxBuffer: 1 << 26 },
  );
  if (status !== 0) throw new Error(`tesseract ended with ${status}: ${stderr.slice(0, 500)}`);
  return stdout.split(SEPARATOR).map((text) => text.replace(/\s/g, ""));
}
