import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeImage } from "#inference/imaging/decode.ts";
import { encodeJpeg } from "#inference/imaging/encode.ts";
import { mirror } from "#inference/imaging/pixels.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { blazeface } from "#inference/models/blazeface.ts";
import { MESH } from "#inference/models/facemesh-topology.ts";
import type { PrincipalFace } from "#inference/pipelines/types.ts";
import { portrait } from "#lab/material/faces/portrait.ts";
import { SAME_PERSON, SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { compare, useBundledFace } from "#test/harness/inference/bundled-face.ts";

const opened = useBundledFace();
const level = (name: string) =>
  opened.bundle.operatingPoints.find((point) => point.level === name)!.comparisonScore;

let image: Raster;
let jpeg: Buffer;
let person: PrincipalFace;

beforeAll(async () => {
  image = await portrait(SAMPLE_FACES[0]!);
  jpeg = await encodeJpeg(image, 95);
  person = await opened.principalOf(image);
});

describe("faces of an image", () => {
  it("are all found, largest first, and the largest is analysed", async () => {
    const group = await decodeImage(await readFile(join(dirname(SAMPLE_FACES[0]!.photo), "sample5.jpg")));
    const { faces, principal, imageWidth, imageHeight } = await opened.face.analyze(group);
    expect([imageWidth, imageHeight]).toEqual([group.width, group.height]);
    expect(faces).toHaveLength(5);
    const areas = faces.map(({ box }) => box.width * box.height);
    expect(areas).toEqual(areas.toSorted((a, b) => b - a));
    for (const { confidence } of faces) expect(confidence).toBeGreaterThan(0.5);
    const { x, y, width, height } = faces[0]!.box;
    const nose = principal!.landmarks[MESH.noseTip]!;
    expect(nose.x > x && nose.x < x + width && nose.y > y && nose.y < y + height).toBe(true);
  });

  it("are not reported if the image shows no face, and nothing is analysed", async () => {
    const size = { width: 640, height: 480, channels: 3 } as const;
    const wall = sharp({ create: { ...size, background: "#b0a090" } });
    const grain = { type: "gaussian", mean: 128, sigma: 50 } as const;
    const noise = sharp({ create: { ...size, background: "black", noise: grain } });
    for (const image of [wall, noise]) {
      const analysis = await opened.face.analyze(await decodeImage(await image.png().toBuffer()));
      expect(analysis).toEqual({ imageWidth: 640, imageHeight: 480, faces: [] });
    }
  });

  it("are not drawn ones: the mesh model drops drawings that fool the detector", async () => {
    const smiley = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">
      <rect width="480" height="480" fill="#dde"/><circle cx="240" cy="240" r="120" fill="#fc3"/>
      <circle cx="200" cy="210" r="14"/><circle cx="280" cy="210" r="14"/>
      <path d="M185 280 Q240 330 295 280" stroke="black" stroke-width="10" fill="none"/></svg>`;
    const drawn = await decodeImage(await sharp(Buffer.from(smiley)).png().toBuffer());
    const detector = blazeface(opened.bundle.model("face_detection"));
    expect(await detector.detect(drawn, 0)).toHaveLength(1);
    expect((await opened.face.analyze(drawn)).faces).toEqual([]);
  });

  it("are found when the image lies on its side or on its head, and known to do so", async () => {
    for (const [angle, roll] of [
      [90, 90],
      [180, 180],
      [270, -90],
    ] as const) {
      const turned = await opened.principalOf(await sharp(jpeg).rotate(angle).jpeg().toBuffer());
      const change = ((turned.pose.roll - person.pose.roll - roll + 540) % 360) - 180;
      expect(Math.abs(change)).toBeLessThan(8);
      expect(compare(turned, person)).toBeGreaterThan(0.95);
    }
  });

  it("may fill the frame", async () => {
    const { photo, face } = SAMPLE_FACES[0]!;
    const tight = await sharp(photo)
      .extract({ left: face.x, top: face.y, width: face.width, height: face.height })
      .resize(600)
      .jpeg()
      .toBuffer();
    expect(compare(await opened.principalOf(tight), person)).toBeGreaterThan(level("fmr_1e-3"));
  });
});

describe("landmarks", () => {
  it("are 468 points of the face as it stands in the image", () => {
    expect(person.landmarks).toHaveLength(468);
    const at = (index: number) => person.landmarks[index]!;
    const { right, left } = MESH.outerEyeCorners;
    expect(at(right).x).toBeLessThan(at(left).x);
    expect(at(MESH.foreheadTop).y).toBeLessThan(at(right).y);
    expect(at(right).y).toBeLessThan(at(MESH.mouthCorners.right).y);
    expect(at(MESH.mouthCorners.left).y).toBeLessThan(at(MESH.chin).y);
    expect(at(MESH.noseTip).z).toBeLessThan(at(MESH.temples.left).z);
  });

  it("are left out when they are not asked for", async () => {
    const { principal } = await opened.face.analyze(image, { landmarks: false });
    expect(principal!.landmarks).toEqual([]);
    expect(principal!.template.vector).toEqual(person.template.vector);
  });

  it("distinguish a level head from a lowered one: five people who look into the camera are near level", async () => {
    let sum = 0;
    for (const face of SAMPLE_FACES) sum += (await opened.principalOf(await portrait(face))).pose.pitch;
    expect(Math.abs(sum / SAMPLE_FACES.length)).toBeLessThan(10);
  });

  it("of a mirrored image are a mirrored face: yaw and roll change sides", async () => {
    const mirrored = await opened.principalOf(mirror(image));
    expect(mirrored.pose.yaw).toBeCloseTo(-person.pose.yaw, -1);
    expect(mirrored.pose.roll).toBeCloseTo(-person.pose.roll, -1);
    expect(Math.abs(mirrored.pose.pitch - person.pose.pitch)).toBeLessThan(5);
    expect(compare(mirrored, person)).toBeGreaterThan(0.97);
  });
});

describe("a template", () => {
  it("stays where it is when the capture is compressed, shrunk, brightened or blurred a little", async () => {
    const variants = [
      sharp(jpeg).jpeg({ quality: 40 }),
      sharp(jpeg)
        .resize({ width: Math.round(image.width / 2) })
        .jpeg(),
      sharp(jpeg)
        .resize({ width: Math.round(image.width * 2.3) })
        .png(),
      sharp(jpeg).modulate({ brightness: 1.25 }).jpeg(),
      sharp(jpeg).blur(1.5).jpeg(),
      sharp(jpeg).greyscale().jpeg(),
    ];
    for (const variant of variants) {
      const score = compare(await opened.principalOf(await variant.toBuffer()), person);
      expect(score).toBeGreaterThan(0.93);
    }
  });

  it("of one person in two photos match, of five different people do not", async () => {
    const [frontal, laughing] = await Promise.all(SAME_PERSON.map(portrait));
    const mated = compare(await opened.principalOf(frontal!), await opened.principalOf(laughing!));
    expect(mated).toBeGreaterThan(level("fmr_1e-3"));
    const people: PrincipalFace[] = [];
    for (const face of SAMPLE_FACES) people.push(await opened.principalOf(await portrait(face)));
    for (const [n, one] of people.entries()) {
      for (const other of people.slice(n + 1)) expect(compare(one, other)).toBeLessThan(level("fmr_1e-2"));
    }
  });

  it("is the same as ever: alignment, models and fusion are those that the operating points were measured on", () => {
    const sums = [3, 7, 31].map((step) =>
      person.template.vector.reduce((sum, value, n) => sum + (n % step === 0 ? value : 0), 0),
    );
    expect(sums).toEqual(GOLDEN.map((value) => expect.closeTo(value, 2)));
  });
});

/** Sums over every third, seventh and thirty-first number of the first sample face's template. */
const GOLDEN = [3.091, 1.202, 0.438];

describe("quality", () => {
  const quality = async (image: Sharp) =>
    (await opened.principalOf(await image.jpeg({ quality: 95 }).toBuffer())).quality;

  it("has components and a score between 0 and 1; a good capture scores well", () => {
    const { native, ...components } = person.quality;
    for (const value of Object.values(components)) {
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(1);
    }
    expect(components.score).toBeGreaterThan(0.8);
    expect(native.interEyeDistance).toBeGreaterThan(80);
    expect(native.interEyeDistance).toBeLessThan(120);
  });

  it("names the fault: blur, darkness, glare, flatness, distance", async () => {
    const good = person.quality;
    const blurred = await quality(sharp(jpeg).blur(6));
    expect(blurred.sharpness).toBeLessThan(0.2);
    expect(blurred.faceSize).toBeCloseTo(good.faceSize, 1);
    const dark = await quality(sharp(jpeg).linear(0.15, 0));
    expect(dark.brightness).toBeLessThan(0.2);
    const bright = await quality(sharp(jpeg).linear(0.5, 165));
    expect(bright.brightness).toBeLessThan(0.4);
    const flat = await quality(sharp(jpeg).linear(0.1, 110));
    expect(flat.contrast).toBeLessThan(good.contrast - 0.2);
    const far = await quality(sharp(jpeg).resize({ width: Math.round(image.width / 2) }));
    expect(far.native.interEyeDistance).toBeCloseTo(good.native.interEyeDistance / 2, -1);
    expect(far.faceSize).toBeLessThan(0.4);
    for (const worse of [blurred, dark, flat, far]) expect(worse.score).toBeLessThan(good.score);
  });
});
