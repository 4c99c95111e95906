import { ApiError } from "#edge/core/errors.ts";
import type { InferencePort, NamedImage } from "#edge/inference/port.ts";
import { inferenceDouble } from "#test/harness/edge/inference-double.ts";
import { analysis, forensics, frame, NO_FACE, reading } from "#test/harness/edge/inference-results.ts";

/** What an image of the suite shows: a face, no face, a card with portrait and MRZ, or nothing readable. */
export type Shows = "person" | "no_face" | "card" | "unreadable";

/** An implementation of the inference port, with the suite's means to test it. */
export interface Subject {
  readonly port: InferencePort;
  /** The images of the next call, by their form fields and in that order. */
  images(...shown: readonly (readonly [param: string, shows: Shows])[]): NamedImage[];
  /** The same implementation while the service does not answer: it is away, or too late. */
  readonly unavailable: Readonly<Record<string, InferencePort>>;
  close(): Promise<void>;
}

const NO_READING = { lines: [], mrz: null, portrait: null };

/** The double, set before each call to what its images show. */
export async function openDouble(): Promise<Subject> {
  const { port, answers } = inferenceDouble();
  const readingOf = (shows: Shows) => reading(shows === "card" ? {} : NO_READING);
  return {
    port,
    images(...shown) {
      const [unreadable] = shown.flatMap(([param, shows]) =>
        shows === "unreadable" ? [refusal(param)] : [],
      );
      const faceOf = (shows: Shows) => (shows === "no_face" ? NO_FACE : analysis());
      answers.faces = Object.fromEntries(shown.map(([param, shows]) => [param, unreadable ?? faceOf(shows)]));
      answers.frames = unreadable ?? shown.map(([, shows]) => ({ ...frame(), analysis: faceOf(shows) }));
      answers.reading = unreadable ?? readingOf(shown[0]![1]);
      answers.forensics = unreadable ?? forensics({ reading: readingOf(shown[0]![1]) });
      answers.images = Object.fromEntries(
        shown.map(([param, shows]) => [param, unreadable ?? { ...forensics(), reading: readingOf(shows) }]),
      );
      return shown.map(([param]) => ({ param, content: new Uint8Array([0xff, 0xd8]) }));
    },
    unavailable: { away: failing() },
    close: async () => {},
  };
}

const refusal = (param: string) =>
  new ApiError("image_unreadable", "The image could not be read.", { param });

/** The double of an inference service that does not respond. */
function failing() {
  const { port, answers } = inferenceDouble();
  const away = new ApiError("service_unavailable", "Image analysis is not available.", { retryAfter: 5 });
  Object.assign(answers, { faces: { image: away }, frames: away, reading: away, forensics: away });
  return port;
}
