import { randomBytes } from "node:crypto";
import { createApp } from "../../../edge/app.ts";
import type { Examination, FaceAnalysis, Forensics, FrameAssessment, InferencePort, NamedImage, Pack, PortraitReading } from "../../../edge/inference/port.ts";
import { openMedia } from "../../../edge/media/media.ts";
import { analysis, frame, PACK, reading } from "./inference-results.ts";
import { memoryBucket } from "./memory-bucket.ts";
import { memoryGalleries } from "./memory-galleries.ts";
import { documentCheck, openTestEdge } from "./test-edge.ts";

/** What inference answers next; a test changes what it is about. An error is thrown. */
interface Answers {
  /** By field name of the image. */
  faces: Record<string, FaceAnalysis>;
  frames: readonly FrameAssessment[] | Error;
  reading: PortraitReading | Error;
  forensics: Forensics | Error;
  /** What an examination finds, by field name of the picture; without one, `forensics` of `reading`. */
  pictures?: Record<string, Examination | Error>;
  pack: Pack;
  /** What happens while inference computes. */
  meanwhile?: (() => Promise<unknown>) | undefined;
}

/** An assessment of a picture that is unlike every other. */
export const forensics = (changes: Partial<Forensics> = {}): Forensics => ({
  signals: ["digital_tampering"].map((name) => ({
    name,
    score: 0.05,
    region: null,
    model: { name, version: "1" },
  })),
  editingSoftware: [],
  perceptualHash: new Uint8Array(randomBytes(128)),
  reading: reading(),
  ...changes,
});

/** The edge over a database of its own, with a double for the one thing that is not under test: inference. */
export async function openCheckEdge() {
  const edge = await openTestEdge();
  const answers: Answers = {
    faces: {},
    frames: [frame()],
    reading: reading(),
    forensics: forensics(),
    pack: PACK,
  };
  const calls: string[] = [];
  const answer = async <T>(name: string, value: T | Error): Promise<T> => {
    calls.push(name);
    await answers.meanwhile?.();
    if (value instanceof Error) throw value;
    return value;
  };
  const examined = ({ param }: NamedImage): Examination | Error => {
    const { reading, forensics, pictures } = answers;
    const given = pictures?.[param];
    if (given !== undefined) return given;
    if (reading instanceof Error) return reading;
    return forensics instanceof Error ? forensics : { ...forensics, reading };
  };
  const inference: InferencePort = {
    analyzeFace: ({ param }) => answer("analyzeFace", answers.faces[param] ?? analysis()),
    assessPresentationAttack: async () => [...(await answer("assessPresentationAttack", answers.frames))],
    readDocument: () => answer("readDocument", answers.reading),
    assessForensics: () => answer("assessForensics", answers.forensics),
    examineDocument: (pictures) => answer("examineDocument", allOrError(pictures.map(examined))),
    searchGallery: memoryGalleries(),
    pack: async () => answers.pack,
  };
  const bucket = memoryBucket();
  const media = await openMedia(bucket, randomBytes(32), "http://127.0.0.1:8787");
  Object.assign(edge.services, { inference, media });
  const app = createApp(async () => edge.services);
  const lifetime = { waitUntil() {}, passThroughOnException() {}, props: {} };
  const tenant = await edge.newTenant();
  const key = tenant.keys.test;
  return {
    ...edge,
    tenant,
    key,
    bucket,
    answers,
    /** Names of the inference calls made so far. */
    calls,
    /** Sends a form: bytes and images become file parts, text becomes fields. */
    upload: (path: string, credential: string, parts: Record<string, string | Uint8Array<ArrayBuffer>>) =>
      edge.call("POST", path, credential, form(parts)),
    /** A browser's request: no credential, and the answer as it came. */
    async browse(path: string) {
      const answer = await app.request(path, {}, edge.bindings, lifetime);
      const { status, headers } = answer;
      const text = await answer.clone().text();
      documentCheck.check({ method: "GET", path, credential: undefined, status, headers, text });
      return answer;
    },
    /** A verification under a policy, and its token. */
    async verification(policy: object = {}, customerRef = "customer-1") {
      const made = await edge.call("POST", "/v1/verifications", key, { customer_ref: customerRef, policy });
      const id: string = made.body.verification.id;
      const token: string = made.body.session_token.token;
      const read = async () => (await edge.call("GET", `/v1/verifications/${id}`, key)).body;
      return { id, token, read };
    },
    /** Rows of a table, as SQL sees them. */
    async rows(table: string) {
      return (await edge.client.execute(`select * from ${table}`)).rows;
    },
  };
}

/** The first error among the values, else all of them. */
function allOrError<T>(values: readonly (T | Error)[]): T[] | Error {
  return values.find((value) => value instanceof Error) ?? (values as T[]);
}

export type CheckEdge = Awaited<ReturnType<typeof openCheckEdge>>;

function form(parts: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === "string") data.set(name, value);
    else data.set(name, new Blob([value], { type: "image/jpeg" }), `${name}.jpg`);
  }
  return data;
}

/** Bytes of an upload; the double looks at none of them. */
export const image = (seed = 1) => new Uint8Array([0xff, 0xd8, 0xff, seed]);
