import { ERROR_CODES } from "#edge/core/errors.ts";
import { ERROR_STATUS } from "#edge/http/status.ts";

/**
 * The codes by their HTTP status, without their meaning: no editor shows a comment of a key of a mapped type,
 * and each failure's `docUrl` leads to it.
 */
export function errorTypes(): string {
  const byStatus = Map.groupBy(ERROR_CODES, (code) => ERROR_STATUS[code]);
  const rows = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, of]) => `  ${status}: ${of.map((code) => JSON.stringify(code)).join(" | ")};\n`);
  return `/** Every error code of the service, by its HTTP status. \`docUrl\` leads to the meaning of each. */
interface ErrorCodes {
${rows.join("")}}

/** Every error code of the service with its HTTP status. */
export type ErrorStatuses = {
  readonly [Status in keyof ErrorCodes as ErrorCodes[Status]]: Status;
};
`;
}
