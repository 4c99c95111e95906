import { deflateRawSync } from "node:zlib";
import { withSegments } from "./edited-images.ts";
import { drawn, type HostileImage, image } from "./hostile-image.ts";

const OTHERS: Readonly<Record<string, Buffer>> = {
  SVG: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300"/></svg>',
  ),
  "SVG that includes a file": Buffer.from(
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><text>&x;</text></svg>',
  ),
  BMP: Buffer.concat([Buffer.from("BM"), Buffer.alloc(270_054)]),
  HEIC: Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypheic\0\0\0\0mif1heic", "latin1"),
    Buffer.alloc(2_000),
  ]),
  "JPEG 2000": Buffer.from("\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 ", "latin1"),
  "JPEG XL": Buffer.from([0xff, 0x0a, 0, 0, 0, 0, 0, 0]),
  PDF: Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj"),
  ZIP: Buffer.from("PK\x03\x04\x14\0\0\0", "latin1"),
  HTML: Buffer.from("<!doctype html><script>alert(1)</script>"),
  PHP: Buffer.from("<?php system($_GET[0]); ?>"),
  ELF: Buffer.from("\x7fELF\x02\x01\x01\0", "latin1"),
  PPM: Buffer.concat([Buffer.from("P6 300 300 255\n"), Buffer.alloc(270_000)]),
  PSD: Buffer.from("8BPS\0\x01\0\0\0\0\0\0", "latin1"),
  "Radiance HDR": Buffer.from("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 300 +X 300\n"),
  FITS: Buffer.from("SIMPLE  =                    T"),
};

const MAGIC: Readonly<Record<string, Buffer>> = {
  JPEG: Buffer.from([0xff, 0xd8, 0xff]),
  PNG: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  WebP: Buffer.from("RIFF\xff\0\0\0WEBP", "latin1"),
};

/** Other formats, plain and behind the first bytes of an accepted one. */
export async function disguised(): Promise<HostileImage[]> {
  const more = {
    ...OTHERS,
    GIF: await drawn().gif().toBuffer(),
    TIFF: await drawn().tiff().toBuffer(),
    AVIF: await drawn().avif().toBuffer(),
  };
  return Object.entries(more).flatMap(([name, content]) => [
    image(name, content, "unsupported_type"),
    ...Object.entries(MAGIC).map(([magic, first]) =>
      image(
        `${name} behind ${magic}'s first bytes`,
        Buffer.concat([first, content]),
        "unreadable",
        "unsupported_type",
      ),
    ),
  ]);
}

/**
 * Polyglot files: only their image is decoded.
 */
export async function polyglots(): Promise<HostileImage[]> {
  const jpeg = await drawn().jpeg().toBuffer();
  const whole = { JPEG: jpeg, PNG: await drawn().png().toBuffer(), WebP: await drawn().webp().toBuffer() };
  const zip = Buffer.concat([OTHERS.ZIP!, deflateRawSync(Buffer.alloc(1_000_000))]);
  const tails = {
    zip,
    HTML: OTHERS.HTML!,
    PHP: OTHERS.PHP!,
    "another JPEG": jpeg,
    "5 MB of zeros": Buffer.alloc(5_000_000),
  };
  const tailed = Object.entries(whole).flatMap(([format, content]) =>
    Object.entries(tails).map(([tail, bytes]) =>
      image(`${format} with ${tail} behind it`, Buffer.concat([content, bytes]), "decoded"),
    ),
  );
  const commented = ["HTML", "PHP", "ZIP", "SVG"].map((name) =>
    image(`JPEG with ${name} as comment`, withSegments(jpeg, 0xfe, OTHERS[name]!, 1), "decoded"),
  );
  return [...tailed, ...commented];
}
