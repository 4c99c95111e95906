import type { Examination, FrameAssessment, NamedImage } from "#edge/inference/port.ts";
import type { CheckEdge } from "#test/harness/edge/check-edge.ts";

/** Bytes of an image that has this name. */
export const image = (name: string) => new Uint8Array([0xff, 0xd8, 0xff, ...new TextEncoder().encode(name)]);
const nameOf = ({ content }: NamedImage) => new TextDecoder().decode(content.slice(3));

/** The results for each image, so that concurrent calls each get their own. */
export class Script {
  readonly #readings = new Map<string, Examination>();
  readonly #forensics = new Map<string, Examination>();
  readonly #frames = new Map<string, FrameAssessment>();

  /** Lets inference read and judge an image so, by one call or by two. */
  document(name: string, look: "ocr" | "fraud" | "both", found: Examination): void {
    if (look !== "fraud") this.#readings.set(name, found);
    if (look !== "ocr") this.#forensics.set(name, found);
  }

  frame(name: string, found: FrameAssessment): void {
    this.#frames.set(name, found);
  }

  /** Replaces the harness's answers. */
  attach({ services }: CheckEdge): void {
    const reading = (image: NamedImage) => this.#readings.get(nameOf(image))!.reading;
    const forensics = (image: NamedImage) => this.#forensics.get(nameOf(image))!;
    const inference = {
      ...services.inference,
      readDocument: async (image: NamedImage) => reading(image),
      assessForensics: async (image: NamedImage) => forensics(image),
      examineDocument: async (images: readonly NamedImage[]) =>
        images.map((image) => ({ ...forensics(image), reading: reading(image) })),
      assessPresentationAttack: async (images: readonly NamedImage[]) =>
        images.map((image) => this.#frames.get(nameOf(image))!),
    };
    Object.assign(services, { inference });
  }
}
