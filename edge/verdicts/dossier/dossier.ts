import type { ChangeKind, SecondReviewer } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Inputs } from "../../verification/inputs.ts";
import { measuredSchema, searchAgainSchema } from "../../verification/measured.ts";
import { type Place, renderVerification } from "../../verification/render.ts";
import { isChallengeFirst } from "../../verification/steps.ts";
import type { Verification } from "../../verification/types.ts";

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
  /** Whether a challenge was asked for from the start. */
  readonly challenge_first: boolean;
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
  | { readonly called_at: string; readonly capture: string; readonly measured: Json }
  | (Pick<Given<"check">, "check"> & { readonly search_again?: Json })
  | (Omit<Given<"ruling">, "secondReviewer"> & { readonly second_reviewer: SecondReviewer });

type Json = Readonly<Record<string, unknown>>;

function writtenInputs(inputs: Inputs): WrittenInputs {
  if ("measured" in inputs) {
    const { at, capture, measured } = inputs;
    return { called_at: iso(at), capture, measured: renamed(measured, toSnakeCase) };
  }
  if ("check" in inputs) return renamed(inputs, toSnakeCase) as { check: "overdue" };
  const { secondReviewer, ...ruled } = inputs;
  return { ...ruled, second_reviewer: secondReviewer };
}

/** What the rules take, of what a dossier says. Throws a `ZodError` for what no call measures. */
export function givenInputs(written: WrittenInputs): Inputs {
  if ("measured" in written) {
    const { called_at, capture, measured } = written;
    return {
      at: Date.parse(called_at),
      capture,
      measured: measuredSchema.parse(renamed(measured, toCamelCase)),
    };
  }
  if ("check" in written) {
    const { check, search_again: again } = written;
    if (again === undefined) return { check };
    return { check, searchAgain: searchAgainSchema.parse(renamed(again, toCamelCase)) };
  }
  const { second_reviewer, ...ruled } = written;
  return { ...ruled, secondReviewer: second_reviewer };
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The object with other names, at every depth; the names in `fields` are the API's own. */
const renamed = (value: Json, rename: (name: string) => string): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, of]) => [rename(name), name === "fields" ? of : valueWith(of, rename)]),
  );

function valueWith(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => valueWith(each, rename));
  return typeof value === "object" && value !== null ? renamed(value as Json, rename) : value;
}

const iso = (time: number) => new Date(time).toISOString();

/** The dossier of a verification, in its state at `now`. */
export function dossierOf(
  { tenantId, mode, publicUrl }: Scope & Pick<Place, "publicUrl">,
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
    verification: renderVerification({ mode, publicUrl }, verification, now),
    challenge_first: isChallengeFirst(verification.steps),
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
