import { createHash } from "node:crypto";

/** Hex SHA-256. */
export const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
