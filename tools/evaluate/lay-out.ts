import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/**
 * Lays a copy of the public material that we measure on out as `tools/evaluate/README.md` describes, by links:
 * `node tools/evaluate/lay-out.ts FROM TO`. TO may not be there yet.
 */
const [from, to] = process.argv.slice(2).map((folder) => resolve(folder)) as [string?, string?];
if (from === undefined || to === undefined) throw new Error("node tools/evaluate/lay-out.ts FROM TO");
if (existsSync(to)) throw new Error(`${to} is there already.`);

function link(path: string, ...folder: string[]): void {
  mkdirSync(join(to!, ...folder), { recursive: true });
  symlinkSync(path, join(to!, ...folder, basename(path)));
}
const filesOf = (folder: string) => readdirSync(folder).map((file) => join(folder, file));

const lfw = join(from, "faces/lfw_pairs");
const subjectOf = (file: string) => basename(file).replace(/_\d+\.jpg$/, "");
for (const path of filesOf(join(lfw, "img"))) link(path, "faces", subjectOf(path));
const [, ...rows] = readFileSync(join(lfw, "pairs.csv"), "utf8").trim().split("\n");
const pairs = rows.map((row) => {
  const [x, y, same] = row.split(",") as [string, string, string];
  return `${subjectOf(x)}/${x},${subjectOf(y)}/${y},${same}`;
});
writeFileSync(join(to, "faces/pairs.csv"), ["file_x,file_y,same", ...pairs, ""].join("\n"));

const compreface = join(from, "faces/compreface");
const { person } = JSON.parse(readFileSync(join(compreface, "annotations.json"), "utf8"));
for (const path of filesOf(compreface).filter((file) => file.endsWith(".jpg"))) {
  const subject = person[basename(path)];
  link(path, "faces", subject === undefined ? "_groups" : `compreface-${subject}`);
}

const PAD_KINDS = { F1: "attack/unnamed", F2: "attack/unnamed", T1: "live/phone" } as const;
for (const [code, folder] of Object.entries(PAD_KINDS)) {
  link(join(from, `pad/minivision_image_${code}.jpg`), "liveness", folder);
}
// Bona fide too, if of another camera than a user's: what the nets make of press photos.
for (const path of filesOf(join(lfw, "img"))) link(path, "liveness/live/press", subjectOf(path));

for (const folder of filesOf(join(from, "documents"))) link(folder, "documents");
link(join(from, "mrz_lines"), "documents");
