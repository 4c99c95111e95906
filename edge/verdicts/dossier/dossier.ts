import type { ChangeKind, SecondReviewer, StepName } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Inputs } from "../../verification/inputs.ts";
import { renderVerification } from "../../verification/render.ts";
import type { PartName, StepResult, Verification } from "../../verification/types.ts";

/** A recorded change of a verification. */
export interface RecordedChange {
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly change: ChangeKind;
  /** Null for a change that needs none, or whose inputs were not recorded. */
  readonly inputs: Inputs | null;
}

/** A stored result: its measurements and verdict, as a secret key reads it. */
interface RecordedResult {
  readonly id: string;
  readonly createdAt: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An image that the tenant keeps. */
export interface DossierImage {
  readonly result_id: string;
  readonly kind: string;
  readonly side: string | null;
  readonly media_type: string;
  /** SHA-256 of the image, in hexadecimal. */
  readonly sha256: string;
}

/** All that a verification's decision rests on, in the API's form (contract §3.17), without its signature. */
export interface Dossier {
  readonly dossier_version: 1;
  readonly issued_at: string;
  readonly tenant_id: string;
  readonly mode: "live" | "test";
  readonly verification: ReturnType<typeof renderVerification>;
  /** The steps as they were at the creation. */
  readonly begun: readonly {
    readonly name: StepName;
    readonly max_attempts: number;
    readonly parts: readonly PartName[];
    readonly challenge_first: boolean;
  }[];
  /** Oldest first. */
  readonly changes: readonly {
    readonly revision: number;
    readonly at: string;
    readonly change: ChangeKind;
    readonly inputs: WrittenInputs | null;
  }[];
  readonly results: readonly {
    readonly id: string;
    readonly created_at: string;
    readonly body: Readonly<Record<string, unknown>>;
  }[];
  /** Only if asked for. */
  readonly images?: readonly DossierImage[];
}

type Given<Kind extends string> = Extract<Inputs, Readonly<Record<Kind, unknown>>>;

/** `Inputs` in the API's form. */
export type WrittenInputs =
  | {
      readonly results: readonly (Omit<StepResult, "resultIds"> & {
        readonly result_ids: readonly string[];
      })[];
      readonly registered?: string | null;
    }
  | Given<"check">
  | (Omit<Given<"ruling">, "secondReviewer"> & { readonly second_reviewer: SecondReviewer });

function writtenInputs(inputs: Inputs): WrittenInputs {
  if ("results" in inputs) {
    const results = inputs.results.map(({ resultIds, ...rest }) => ({ ...rest, result_ids: resultIds }));
    return { ...inputs, results };
  }
  if ("check" in inputs) return inputs;
  const { secondReviewer, ...ruled } = inputs;
  return { ...ruled, second_reviewer: secondReviewer };
}

/** What the rules take, of what a dossier says. */
export function givenInputs(written: WrittenInputs): Inputs {
  if ("results" in written) {
    const results = written.results.map(({ result_ids, ...rest }) => ({ ...rest, resultIds: result_ids }));
    return { ...written, results };
  }
  if ("check" in written) return written;
  const { second_reviewer, ...ruled } = written;
  return { ...ruled, secondReviewer: second_reviewer };
}

const iso = (time: number) => new Date(time).toISOString();

/** The dossier of a verification, in its state at `now`. */
export function dossierOf(
  { tenantId, mode }: Scope,
  verification: Verification,
  recorded: {
    readonly changes: readonly RecordedChange[];
    readonly results: readonly RecordedResult[];
    readonly images?: readonly DossierImage[] | undefined;
  },
  now: number,
): Dossier {
  return {
    dossier_version: 1,
    issued_at: iso(now),
    tenant_id: tenantId,
    mode,
    verification: renderVerification({ mode }, verification, now),
    begun: verification.steps.map(({ name, maxAttempts, parts }) => ({
      name,
      max_attempts: maxAttempts,
      parts: Object.keys(parts) as PartName[],
      challenge_first: parts.check?.challengeFirst === true,
    })),
    changes: recorded.changes.map(({ at, revision, change, inputs }) => ({
      revision,
      at: iso(at),
      change,
      inputs: inputs && writtenInputs(inputs),
    })),
    results: recorded.results.map(({ id, createdAt, body }) => ({ id, created_at: iso(createdAt), body })),
    ...(recorded.images !== undefined && { images: recorded.images }),
  };
}
