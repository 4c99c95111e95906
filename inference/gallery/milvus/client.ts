import { createRequire } from "node:module";

/**
 * Milvus's own client. It brings 90 packages, so that it is installed where galleries are on Milvus, and
 * nowhere else.
 */
const CLIENT = "@zilliz/milvus2-sdk-node";
const VERSION = "3.0.6";
const INSTALL = "npm run install:milvus";

/** Throws an `Error` that says how to install the client, where it is not. */
export function assertClientInstalled(): void {
  try {
    createRequire(import.meta.url).resolve(CLIENT);
  } catch (cause) {
    throw new Error(`needs the package ${CLIENT} ${VERSION}, which is not installed: ${INSTALL}`, { cause });
  }
}

/** Loads it: a process without galleries on Milvus never does. */
export const loadClient = () => import("@zilliz/milvus2-sdk-node");
