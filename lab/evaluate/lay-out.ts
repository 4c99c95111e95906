import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const HELP = `Usage: node lab/evaluate/lay-out.ts FROM TO

Links published material into TO in the formats of lab/evaluate/README.md. FROM holds, as their publishers pack them:

  faces/lfw_pairs/{img/,pairs.csv}           a part of Labeled Faces in the Wild
  faces/compreface/{*.jpg,annotations.json}  CompreFace's sample photos
  pad/minivision_image_{F1,F2,T1}.jpg        Silent-Face-Anti-Spoofing's sample photos
  documents/*/, mrz_lines/                   labelled documents, and crops of single MRZ lines

TO must not be there yet.
`;

const [from, to] = process.argv
  .slice(2)
  .filter((word) => word !== "--help")
  .map((folder) => resolve(folder)) as [string?, string?];
if (from === undefined || to === undefined || process.argv.includes("--help")) {
  process.stdout.write(HELP);
  process.exit(process.argv.includes("--help") ? 0 : 1);
}
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
// Press photos are bona fide too, though of other cameras than users have.
for (const path of filesOf(join(lfw, "img"))) link(path, "liveness/live/press", subjectOf(path));

for (const folder of filesOf(join(from, "documents"))) link(folder, "documents");
link(join(from, "mrz_lines"), "documents");
