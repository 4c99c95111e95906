import sharp from "sharp";
import type { SampleFace } from "./sample-faces.ts";

const SIZE = { width: 900, height: 1200 } as const;

/** A face of nobody, for screenshots: head and shoulders, drawn with soft shades. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 90 120">
<defs>
<radialGradient id="skin" cx=".45" cy=".4" r=".7"><stop offset="0" stop-color="#f0cdb2"/><stop offset="1" stop-color="#c68e6c"/></radialGradient>
<linearGradient id="wall" x2="0" y2="1"><stop offset="0" stop-color="#dfe6ec"/><stop offset="1" stop-color="#b9c4cf"/></linearGradient>
</defs>
<rect width="90" height="120" fill="url(#wall)"/>
<path d="M22 62 Q18 20 45 18 Q72 20 68 62 Q70 84 64 92 L26 92 Q20 84 22 62" fill="#3c2a21"/>
<path d="M4 120 Q8 98 34 92 L56 92 Q82 98 86 120" fill="#2f4f6f"/>
<path d="M36 78 L36 94 Q45 101 54 94 L54 78" fill="#bf8967"/>
<ellipse cx="45" cy="58" rx="20" ry="27" fill="url(#skin)"/>
<path d="M25 50 Q30 28 47 30 Q62 31 65 50 Q58 38 45 38 Q33 38 25 50" fill="#3c2a21"/>
<path d="M30 50 Q35 46.5 40 49" stroke="#3c2a21" stroke-width="1.6" fill="none" stroke-linecap="round"/>
<path d="M50 49 Q55 46.5 60 50" stroke="#3c2a21" stroke-width="1.6" fill="none" stroke-linecap="round"/>
<ellipse cx="35.5" cy="55" rx="4" ry="2.3" fill="#fff"/><ellipse cx="54.5" cy="55" rx="4" ry="2.3" fill="#fff"/>
<circle cx="35.7" cy="55" r="2" fill="#4a6a52"/><circle cx="54.3" cy="55" r="2" fill="#4a6a52"/>
<circle cx="35.7" cy="55" r=".9" fill="#111"/><circle cx="54.3" cy="55" r=".9" fill="#111"/>
<path d="M31.5 54.5 Q35.5 51.5 39.5 54.5 M50.5 54.5 Q54.5 51.5 58.5 54.5" stroke="#5b3d2e" stroke-width=".9" fill="none"/>
<path d="M44 54 Q42.5 64 41 67 Q45 69.5 49 67" stroke="#a8704f" stroke-width="1.2" fill="none" stroke-linecap="round"/>
<path d="M37 74.5 Q41 72.8 45 74 Q49 72.8 53 74.5 Q45 80 37 74.5" fill="#b35c57"/>
<path d="M37 74.5 Q45 76.3 53 74.5" stroke="#8d423f" stroke-width=".7" fill="none"/>
</svg>`;

/** Writes the drawing as a JPEG, and says where the face is on it. */
export async function drawFace(photo: string): Promise<SampleFace> {
  await sharp(Buffer.from(DRAWING)).blur(1.2).jpeg({ quality: 92 }).toFile(photo);
  return { photo, face: { x: 250, y: 310, width: 400, height: 540 } };
}
