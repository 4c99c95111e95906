/**
 * Findings of work that is under way, by the place where they are found. A list that is empty is a rule that
 * holds; a test fails as soon as an entry is no longer needed.
 */
export const PENDING = {
  /** Imports from one layer to another that the table does not allow. */
  crossings: [] as string[],
  /** Layers and entries that do not exist yet. */
  paths: [] as string[],
  /** Folders with a circle among the things that stand side by side in them. */
  circles: [] as string[],
  /** Rooms with imports against the order of their folders. */
  order: [] as string[],
  /** Folders with more than a dozen names. */
  largeFolders: [] as string[],
  /** Parts with exports that no module imports. */
  exports: [] as string[],
  /** Parts with comments that are too wide. */
  comments: [] as string[],
};

/** Where something was found that a rule forbids, and the sentence to show. */
interface Finding {
  readonly place: string;
  readonly found: string;
}

/** The findings in places that are not pending, and the pending places without a finding. */
export function judge(findings: readonly Finding[], pending: readonly string[]): string[] {
  const places = new Set(findings.map(({ place }) => place));
  return [
    ...findings.filter(({ place }) => !pending.includes(place)).map(({ found }) => found),
    ...pending.filter((place) => !places.has(place)).map((place) => `no longer pending: ${place}`),
  ];
}
