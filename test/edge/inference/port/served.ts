import { readFileSync } from "node:fs";
import sharp from "sharp";
import { createInferenceClient } from "#edge/inference/client.ts";
import { captureDocument } from "#lab/material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { startInference } from "#test/harness/inference/process.ts";
import { TOKEN } from "#test/harness/inference/serving.ts";
import type { Shows, Subject } from "./double.ts";

/** The client over a running service with the bundled models. */
export async function openServed(): Promise<Subject> {
  const service = await startInference({ WORKERS: "1", REQUEST_TIMEOUT: "60" });
  const shown = await images();
  const client = (options: object = {}) =>
    createInferenceClient({
      baseUrl: service.addresses.grpcWeb,
      token: TOKEN,
      deadlineMs: 60_000,
      clock: Date.now,
      ...options,
    });
  return {
    port: client(),
    images: (...wanted) => wanted.map(([param, shows]) => ({ param, content: shown[shows] })),
    unavailable: {
      away: client({ baseUrl: "http://127.0.0.1:9" }),
      late: client({ deadlineMs: 1 }),
      "without its token": client({ token: "another-token-of-the-tests-of-32-chars" }),
    },
    async close() {
      await service.stop();
    },
  };
}

async function images(): Promise<Record<Shows, Uint8Array>> {
  const portrait = SAMPLE_FACES[0]!;
  const { content } = await renderSpecimen({ format: "TD1", holder: inventHolder(3), portrait });
  const grey = { width: 640, height: 480, channels: 3, background: "#888" } as const;
  return {
    person: readFileSync(portrait.photo),
    no_face: await sharp({ create: grey }).jpeg().toBuffer(),
    card: (await captureDocument(content, { seed: 3 })).content,
    unreadable: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  };
}
