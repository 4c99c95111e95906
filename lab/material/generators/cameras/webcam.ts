import sharp from "sharp";
import { rawPixels } from "../../capture/capture.ts";
import { between, pick } from "../../random.ts";
import { scaledPatch } from "../../uploads/forgery.ts";
import type { Camera } from "../generator.ts";
import { clamp, normal, open } from "../images.ts";

/**
 * A webcam: few pixels, soft, halos, colours at half the resolution. Its stream is JPEG, and the page
 * saves the frame as a JPEG again: a genuine image that was compressed twice, sometimes with the frame
 * enlarged between.
 */
export const takeByWebcam: Camera = async (card, random) => {
  const frame = pick(random, [
    { width: 1280, height: 720 },
    { width: 1280, height: 960 },
    { width: 1024, height: 768 },
  ]);
  const fit = Math.min((frame.width * 0.92) / card.pixels.width, (frame.height * 0.92) / card.pixels.height);
  const by = fit * between(random, 0.8, 1);
  const size = { width: Math.round(card.pixels.width * by), height: Math.round(card.pixels.height * by) };
  const left = Math.round((frame.width - size.width) * random());
  const top = Math.round((frame.height - size.height) * random());
  const room = sharp({
    create: { ...frame, channels: 3, background: { r: 90 * random() + 40, g: 90, b: 100 * random() + 30 } },
  });
  const print = await open(card.pixels)
    .resize(size.width, size.height, { kernel: "linear" })
    .png()
    .toBuffer();
  const seen = await rawPixels(room.composite([{ input: print, left, top }]).blur(between(random, 0.5, 1)));
  const [grain, tint] = [between(random, 1, 4), between(random, -6, 6)];
  for (let at = 0; at < seen.data.length; at++) {
    const level = seen.data[at]! + normal(random) * grain;
    seen.data[at] = clamp(at % 3 === 2 ? level + tint : level);
  }
  const stream = await open(seen)
    .sharpen({ sigma: 1.2, m1: 0.5, m2: between(random, 1, 4) })
    .jpeg({ quality: Math.round(between(random, 60, 90)), optimizeCoding: false })
    .toBuffer();
  const zoom = random() < 0.25 ? between(random, 1.1, 1.5) : 1;
  const shown =
    zoom === 1
      ? sharp(stream)
      : sharp(stream).resize(Math.round(frame.width * zoom), null, { kernel: "linear" });
  const content = await shown.jpeg({ quality: pick(random, [80, 90, 92, 95]) }).toBuffer();
  return {
    content,
    place(on) {
      const { x, y, ...rest } = scaledPatch(on, by);
      return scaledPatch({ x: x + left, y: y + top, ...rest }, zoom);
    },
  };
};
