import { appendFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import sharp from "sharp";
import { measure } from "../../../capture/quality/measure.ts";
import { hintOf } from "../../../capture/quality/hint.ts";
import { isOfTheDocument } from "../../../edge/verdicts/ocr/gates.ts";
import { judgeDocument } from "../../../edge/verdicts/ocr/verdict.ts";
import { openPack } from "../../../inference/pack/open.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import { openUploadReader } from "../../../test/harness/inference/upload-reader.ts";
import { LICENCES, TEMPLATES } from "../../../test/material/documents/templates.ts";
import { MAKERS } from "../../../test/material/makers/makers.ts";
import { takePhoto } from "../../../test/material/makers/upload.ts";
import { between, seededRandom } from "../../../test/material/random.ts";
import { TODAY } from "../workbench.ts";
import { FAULTS } from "./faults.ts";
import { sample } from "./gate-cases.ts";
const [out, from, to, makersOnly] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4]), process.argv[5]];
const pack = await openPack(await mkdtemp("/tmp/person/pack-"), CPU);
const { read } = await openUploadReader(pack);
const CAMERAS = MAKERS.filter(({ name }) => ["daylight", "night", "webcam"].includes(name));
const kinds = Object.keys(FAULTS) as (keyof typeof FAULTS)[];
const MAKER_KINDS = ["too_dark", "too_bright", "blurred", "outside", "too_near", "glare"] as const;
async function judge(content: Buffer) {
  const image = sharp(content);
  const { width } = await image.metadata();
  const { data, info } = await image.resize(480).greyscale().raw().toBuffer({ resolveWithObject: true });
  const m = measure({ width: info.width, height: info.height, data, scale: width / 480 }, null);
  const reading = await read(content);
  const { rejections } = judgeDocument(reading, { declared: null, accepted: null, now: TODAY });
  return { m, hint: hintOf(m), q: reading.quality, rejections: rejections.filter(({ code }) => !isOfTheDocument(code)).map(({ gate }) => gate) };
}
for (let n = from; n < to; n++) {
  for (const use of makersOnly === "makers" ? [] : ["tuning", "reporting"] as const) {
    const all = [...TEMPLATES, ...LICENCES].filter((t) => t.use === use);
    const document = sample(all[n % all.length]!, (use === "tuning" ? 0 : 60_000) + 5_000 + n);
    const fault = n % 2 === 0 ? null : kinds[((n - 1) / 2) % kinds.length]!;
    const content = fault === null ? (await document.capture()).content : await FAULTS[fault](document);
    appendFileSync(out, `${JSON.stringify({ source: use, n, fault, ...(await judge(content)) })}\n`);
  }
  if (n % 2 === 0 || makersOnly === "makers") {
    const at = makersOnly === "makers" ? n : n / 2;
    const maker = CAMERAS[at % CAMERAS.length]!;
    const upload = await (await takePhoto(maker, 700_000 + n)).upload("as it was taken");
    const random = seededRandom(n * 6133 + 7);
    const octave = (a: number, b: number) => Math.exp(between(random, Math.log(a), Math.log(b)));
    const fault = Math.floor(at / 3) % 2 === 0 ? null : MAKER_KINDS[Math.floor(at / 6) % MAKER_KINDS.length]!;
    const { width, height } = await sharp(upload.content).metadata();
    const { x, y, width: w, height: h } = upload.document;
    const open = sharp(upload.content);
    const made = { too_dark: () => open.linear(octave(0.06, 0.7), 0), too_bright: () => open.linear(octave(1.2, 8), 0),
      blurred: () => open.blur((octave(1, 12) * Math.max(width, height)) / 1600),
      outside: () => { const share = octave(0.01, 0.4); const left = Math.min(width - 50, Math.round(Math.max(0, x) + w * share)); return open.extract({ left, top: 0, width: width - left, height }); },
      too_near: () => { const share = octave(0.005, 0.2); const left = Math.round(Math.max(0, x) + w * share), top = Math.round(Math.max(0, y) + h * share); return open.extract({ left, top, width: Math.min(width - left, Math.round(w * (1 - 2 * share))), height: Math.min(height - top, Math.round(h * (1 - 2 * share))) }); },
      glare: () => { const cx = x + w * between(random, 0.2, 0.8), cy = y + h * between(random, 0.2, 0.8), r = w * octave(0.05, 0.8); return open.composite([{ input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="#fff" stop-opacity=".97"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`) }]); },
    };
    try {
      const content = fault === null ? upload.content : await made[fault]().jpeg({ quality: 90 }).toBuffer();
      appendFileSync(out, `${JSON.stringify({ source: maker.name, n, fault, ...(await judge(content)) })}\n`);
    } catch (e) { console.log(maker.name, n, fault, String(e).slice(0, 200)); }
  }
}
await pack.release();
