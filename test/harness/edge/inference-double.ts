import type {
  Examination,
  FaceAnalysis,
  Forensics,
  FrameAssessment,
  InferenceCaller,
  InferencePort,
  ModelBundle,
  NamedImage,
  PortraitReading,
} from "#edge/inference/port.ts";
import { issuerOf } from "#inference/signatures/certificate.ts";
import { signerOf } from "#inference/signatures/seals.ts";
import { readChipAs } from "./chip-double.ts";
import { analysis, BUNDLE, forensics, frame, reading } from "./inference-results.ts";
import { memoryGalleries } from "./memory-galleries.ts";

/** The next answers of inference; a test changes the values that it is about. An error is thrown. */
interface Answers {
  /** Readings by the field name of the image. */
  faces: Record<string, FaceAnalysis | Error>;
  frames: readonly FrameAssessment[] | Error;
  reading: PortraitReading | Error;
  forensics: Forensics | Error;
  /** Assessments by the field name of the image; the default is `forensics` of `reading`. */
  images?: Record<string, Examination | Error>;
  bundle: ModelBundle;
  /** The face of a chip whose DG2 has a signed image, or why there is none. Default: that of `reading()`. */
  chipPortrait: Parameters<typeof readChipAs>[0];
  /** The face of a signed portrait. Default: that of `reading()`. */
  signedPortrait: PortraitReading["portrait"] | Error;
  /** A failure to read a chip; else it is read, as inference does. */
  chip?: Error;
  /** A failure to verify signatures; else they are verified, as inference does. */
  signatures?: Error;
  /** Whether a worker works on a call that then fails. */
  workerFails?: boolean;
  /** Called while inference computes. */
  meanwhile?: (() => Promise<unknown>) | undefined;
}

/**
 * The inference port without a service. It answers as the test sets it, and ignores the image. It passes
 * the same conformance suite as the real client.
 */
export function inferenceDouble() {
  const answers: Answers = {
    faces: {},
    frames: [frame()],
    reading: reading(),
    forensics: forensics(),
    bundle: BUNDLE,
    chipPortrait: reading().portrait,
    signedPortrait: reading().portrait,
  };
  const calls: string[] = [];
  const tenants: string[] = [];
  const priorities: string[] = [];
  const answer = async <T>(caller: InferenceCaller, name: string, value: T | Error): Promise<T> => {
    calls.push(name);
    tenants.push(caller.tenant);
    priorities.push(caller.priority);
    await answers.meanwhile?.();
    const isFailure = value instanceof Error;
    if (!isFailure || answers.workerFails) caller.inferenceUsed();
    if (isFailure) throw value;
    return value;
  };
  const examined = ({ param }: NamedImage): Examination | Error => {
    const { reading, forensics, images } = answers;
    const given = images?.[param];
    if (given !== undefined) return given;
    if (reading instanceof Error) return reading;
    return forensics instanceof Error ? forensics : { ...forensics, reading };
  };
  const { searchGallery, forget } = memoryGalleries();
  const port: InferencePort = {
    analyzeFace: ({ param }, caller) => answer(caller, "analyzeFace", answers.faces[param] ?? analysis()),
    assessPresentationAttack: async (images, caller) =>
      (await answer(caller, "assessPresentationAttack", answers.frames)).map((found, i) => ({
        ...found,
        ...shownOf(images[i]),
      })),
    readDocument: async (image, caller) => ({
      ...(await answer(caller, "readDocument", answers.reading)),
      ...shownOf(image),
    }),
    assessForensics: async (image, caller) =>
      withShown(image, withoutBearer(await answer(caller, "assessForensics", answers.forensics))),
    examineDocument: async (images, caller) =>
      (await answer(caller, "examineDocument", allOrError(images.map(examined)))).map((found, i) =>
        withShown(images[i], found),
      ),
    verifySeals: async (seals, caller) => {
      await answer(caller, "verifySeals", answers.signatures ?? null);
      return seals.map((seal) => signerOf(seal) ?? null);
    },
    readChip: async (files, caller) => {
      await answer(caller, "readChip", answers.chip ?? null);
      return readChipAs(answers.chipPortrait, files);
    },
    readPortrait: (_, caller) => answer(caller, "readPortrait", answers.signedPortrait),
    findIssuer: async (certificate, candidates, caller) => {
      await answer(caller, "findIssuer", answers.signatures ?? null);
      return issuerOf(certificate, candidates) ?? null;
    },
    searchGallery,
    forget: async (faces) => {
      await answer({ tenant: "", priority: "interactive", inferenceUsed() {} }, "forget", null);
      return forget(faces);
    },
    bundle: async () => answers.bundle,
  };
  /** `calls`: the names of the calls so far, each with its tenant and priority. */
  return { port, answers, calls, tenants, priorities };
}

/** The double's image for an upload: the first bytes of a JPEG, then the upload's own. */
export const shownBy = (content: Uint8Array) => new Uint8Array([0xff, 0xd8, 0xff, 0xfe, ...content]);

const shownOf = (image: NamedImage | undefined) =>
  image?.show === true ? { shown: shownBy(image.content) } : {};

const withShown = <T extends Forensics>(image: NamedImage | undefined, found: T): T => ({
  ...found,
  reading: { ...found.reading, ...shownOf(image) },
});

/** The first error among the values, else all of them. */
function allOrError<T>(values: readonly (T | Error)[]): T[] | Error {
  return values.find((value) => value instanceof Error) ?? (values as T[]);
}

/**
 * The assessment without the portrait's crop and template, which inference does not return.
 */
function withoutBearer(assessment: Forensics): Forensics {
  const { portrait } = assessment.reading;
  return { ...assessment, reading: { ...assessment.reading, portrait: portrait && { box: portrait.box } } };
}
