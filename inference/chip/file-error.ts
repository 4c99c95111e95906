import { MalformedFileError, UnsupportedAlgorithmError } from "../signatures/der.ts";

/** Why a file of a chip cannot be read: the names of `FileProblem` in the proto. */
export type FileProblem = "INCOMPLETE" | "MALFORMED" | "UNSUPPORTED";

/** A file that ends before the length that its header states. */
export class IncompleteFileError extends Error {
  override readonly name = "IncompleteFileError";
}

/** A value that was read, or why it could not be read. */
export type Read<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: FileProblem };

/** Reads a file. Another error than those of files is a defect, and is thrown. */
export function attempt<T>(read: () => T): Read<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): FileProblem {
  if (error instanceof IncompleteFileError) return "INCOMPLETE";
  if (error instanceof UnsupportedAlgorithmError) return "UNSUPPORTED";
  if (error instanceof MalformedFileError) return "MALFORMED";
  throw error;
}
