import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { pick, seededRandom } from "../random.ts";
import type { Maker } from "./maker.ts";
import { MAKERS } from "./makers.ts";
import { FATE_NAMES, takePhoto } from "./upload.ts";

/**
 * Writes uploads into a folder, for teaching and measuring: node lab/material/makers/keep.ts DIR.
 * `labels.jsonl` gets a line for each. Makers take turns; with --mixed each photo has a card, a camera and
 * an editor of any of them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: "string", default: "0" },
    count: { type: "string", default: "10" },
    mixed: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Where to? node lab/material/makers/keep.ts DIR");
await mkdir(folder, { recursive: true });
sharp.concurrency(1);

for (let seed = Number(values.from); seed < Number(values.from) + Number(values.count); seed++) {
  const scene = await takePhoto(values.mixed ? mixed(seed) : MAKERS[seed % MAKERS.length]!, seed);
  const maker = values.mixed ? mixed(seed).name : MAKERS[seed % MAKERS.length]!.name;
  for (const fate of FATE_NAMES) {
    const { content, document, portrait, changed } = await scene.upload(fate);
    const file = `${seed}-${FATE_NAMES.indexOf(fate)}.jpg`;
    await writeFile(join(folder, file), content);
    await appendFile(
      join(folder, "labels.jsonl"),
      `${JSON.stringify({ file, seed, maker, fate, document, portrait, changed })}\n`,
    );
  }
}

/** Its name is card/camera/editor. */
function mixed(seed: number): Maker {
  const random = seededRandom(seed * 31 + 5);
  const [card, camera, editor] = [pick(random, MAKERS), pick(random, MAKERS), pick(random, MAKERS)];
  return {
    name: [card, camera, editor].map(({ name }) => name).join("/"),
    print: card.print,
    capture: camera.capture,
    editor: editor.editor,
  };
}
