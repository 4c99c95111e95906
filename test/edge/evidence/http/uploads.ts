import type { Policy } from "#edge/verification/policy.ts";
import type { PartName } from "#edge/verification/types.ts";
import type { CheckEdge } from "#test/harness/edge/check-edge.ts";
import type { Action } from "#test/harness/edge/performed.ts";
import { type Call, DOCUMENTS, type DocumentName, flawOf } from "../model/commands.ts";
import type { Accepted } from "../model/history.ts";
import { showDocument } from "./documents.ts";
import { portraitAngle, showFace } from "./faces.ts";
import { image, type Script } from "./script.ts";

export type Opened = Awaited<ReturnType<CheckEdge["verification"]>>;
export type Response = Awaited<ReturnType<CheckEdge["upload"]>>;

/** An upload to send, and the results that it must cause. */
export interface Upload {
  send(): Promise<Response>;
  /** Ids of its results, after the answer. */
  readonly results: readonly (Omit<Accepted, "resultIds" | "capture"> & {
    capture: string | null;
    idsOf(body: Response["body"]): string[];
  })[];
  /** The angle of the portrait or of the frame that it shows. */
  readonly angle: number;
}

/** Turns calls into uploads to a verification, and sets the results of inference for them. */
export class Uploads {
  readonly #edge: CheckEdge;
  readonly #script: Script;
  readonly #opened: Opened;
  readonly #policy: Policy;
  #serial = 0;

  constructor(edge: CheckEdge, script: Script, opened: Opened, policy: Policy) {
    this.#edge = edge;
    this.#script = script;
    this.#opened = opened;
    this.#policy = policy;
  }

  of(call: Call): Promise<Upload> | Upload {
    return call.kind === "document" ? this.#look(call) : this.#check(call);
  }

  #look({ document, looks }: Call & { kind: "document" }): Upload {
    const { portrait, sides } = DOCUMENTS[document];
    const wanted = sides === 2 ? { ocr: looks.ocr ?? "passed", fraud: looks.fraud ?? "passed" } : looks;
    const parts = Object.keys(wanted) as ("ocr" | "fraud")[];
    const angle = portraitAngle(portrait, ++this.#serial);
    const shown = showDocument(document, wanted, angle, this.#policy);
    const names = shown.sides.map((_, side) => nameOf(document, side));
    shown.sides.forEach((found, side) => {
      this.#script.document(names[side]!, parts.length === 2 ? "both" : parts[0]!, found);
    });
    const { id, token } = this.#opened;
    const fields = { document_type: shown.declared };
    const [front, back] = names.map(image);
    const form = { front: front!, ...(back !== undefined && { back }), ...fields };
    const paths = { ocr: "/v1/ocr/scan", fraud: "/v1/fraud/detect" };
    return {
      angle,
      send: () =>
        parts.length === 2
          ? this.#edge.upload(`/v1/verifications/${id}/document`, token, form)
          : this.#edge.upload(paths[parts[0]!], token, { image: front!, ...fields }),
      results: parts.map((part) => ({
        part,
        ...shown[part],
        capture: document,
        // A capture that could not be checked has no finding.
        flaw: part === "fraud" && shown.fraud.outcome !== "capture_quality" ? flawOf(document) : undefined,
        idsOf: idsOf(part),
      })),
    };
  }

  async #check(call: Call & { kind: "liveness" }): Promise<Upload> {
    const { token } = this.#opened;
    const { mode } = call;
    const issued =
      mode === "challenge" ? await this.#edge.call("POST", "/v1/liveness/challenges", token, {}) : null;
    const serial = ++this.#serial;
    const action: Action | null = issued?.body.action ?? null;
    const face = showFace(call, action ?? "smile", serial, this.#policy.dedupe === "decline");
    const names = face.frames.map((_, i) => `${this.#opened.id} ${serial} ${i}`);
    face.frames.forEach((found, i) => {
      this.#script.frame(names[i]!, found);
    });
    const images = Object.fromEntries(names.map((name, i) => [`image_${i + 1}`, image(name)]));
    const challenge_token: string | undefined = issued?.body.challenge_token;
    const isSearched = face.check.outcome === "passed" && this.#policy.dedupe !== "off";
    const search = { part: "search", ...face.search, capture: null, idsOf: () => [] } as const;
    return {
      angle: face.angle,
      send: () =>
        issued !== null && issued.status !== 201
          ? Promise.resolve(issued)
          : this.#edge.upload("/v1/liveness/check", token, {
              mode,
              ...images,
              ...(challenge_token !== undefined && { challenge_token }),
            }),
      results: [
        { part: "check", ...face.check, mode, capture: null, idsOf: ({ lc_id }) => [lc_id] },
        ...(isSearched ? [search] : []),
      ],
    };
  }
}

const nameOf = (document: DocumentName, side: number) => (side === 0 ? document : `back of ${document}`);

/** The result of a scan or a detection, or of an examination of all sides. */
const idsOf = (part: PartName) => (body: Response["body"]) => {
  const key = part === "ocr" ? "ocr_id" : "fc_id";
  const both = [body, body.back].filter((side) => side?.[part] !== undefined).map((side) => side[part][key]);
  return both.length === 0 ? [body[key]] : both;
};
