import type { OperationObject } from "#edge/reference/open-api/open-api.ts";

/**
 * The codes by the HTTP status of the operations, without explanations: no editor shows a comment of a key of
 * a mapped type, and each failure's `docUrl` links to it. Throws for a code that no operation returns.
 */
export function errorTypes(codes: readonly string[], operations: readonly OperationObject[]): string {
  const statuses = statusesOf(operations);
  const byStatus = Map.groupBy(codes, (code) => {
    const status = statuses.get(code);
    if (status === undefined) throw new Error(`no operation answers ${code}`);
    return status;
  });
  const rows = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, of]) => `  ${status}: ${of.map((code) => JSON.stringify(code)).join(" | ")};\n`);
  return `/** Every error code of the service, by its HTTP status. \`docUrl\` links to the explanation of each. */
interface ErrorCodes {
${rows.join("")}}

/** Every error code of the service with its HTTP status. */
export type ErrorStatuses = {
  readonly [Status in keyof ErrorCodes as ErrorCodes[Status]]: Status;
};
`;
}

function statusesOf(operations: readonly OperationObject[]): ReadonlyMap<string, number> {
  const answered = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.keys(content?.["application/json"]?.examples ?? {}).map(
        (code) => [code, Number(status)] as const,
      ),
    ),
  );
  return new Map(answered);
}
