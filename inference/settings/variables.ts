import { z } from "zod";

/** Kinds of environment variables. Each is described by its line of `--help`. */

/** A TCP port; 0 takes any free port. */
export const port = (usual: number) => z.coerce.number().int().min(0).max(65_535).default(usual);

/** A whole number from `least` to `most`. */
export const count = (least: number, most: number, usual: number) =>
  z.coerce.number().int().min(least).max(most).default(usual);

/** A duration in seconds, which may have a fraction. */
export const seconds = (usual: number, least = 0.001) =>
  z.coerce.number().min(least).max(3_600).default(usual);

/** A size in MiB, which may have a fraction. */
export const mebibytes = (usual: number) => z.coerce.number().min(0).max(1_048_576).default(usual);

export const flag = z.stringbool().default(false);

export const text = z.string().min(1);

/** Bytes of a MiB. */
export const MIB = 1024 * 1024;
/** Milliseconds of a second. */
export const SECOND = 1_000;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether data sent to this host stays on this machine. */
export const isLoopback = (host: string) => LOOPBACK.test(host);
