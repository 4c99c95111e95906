import type { OpenApiDocument, Reference, ResponseObject } from "./open-api.ts";

/** The document as it is served. */
type ServedDocument = Omit<OpenApiDocument, "paths"> & { readonly paths: object };

/**
 * Moves each answer that several operations share into `components.responses`: most rejections are alike, and
 * repeated in each operation they make five sixths of the text.
 */
export function shareResponses(document: OpenApiDocument): ServedDocument {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const uses = new Map<string, number>();
  for (const { responses } of operations) {
    for (const entry of Object.entries(responses)) {
      const text = JSON.stringify(entry);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
  }
  const names = nameRepeated(uses);
  const share = (entry: [string, ResponseObject]): [string, ResponseObject | Reference] => {
    const name = names.get(JSON.stringify(entry));
    return name === undefined ? entry : [entry[0], { $ref: `#/components/responses/${name}` }];
  };
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: Object.fromEntries(Object.entries(operation.responses).map(share)),
    })),
  );
  const responses = Object.fromEntries(
    Array.from(names, ([text, name]) => [name, (JSON.parse(text) as [string, ResponseObject])[1]]),
  );
  return {
    ...document,
    paths,
    components: { ...document.components, responses } as typeof document.components,
  };
}

/** `Answer401` for the first answer of a status, `Answer400-2` for the second. */
function nameRepeated(uses: ReadonlyMap<string, number>): Map<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const [text, count] of uses) {
    if (count === 1) continue;
    const [status] = JSON.parse(text) as [string];
    const nth = (counts.get(status) ?? 0) + 1;
    counts.set(status, nth);
    names.set(text, nth === 1 ? `Answer${status}` : `Answer${status}-${nth}`);
  }
  return names;
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
