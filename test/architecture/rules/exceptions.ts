/** Where something was found that a rule forbids, and the sentence to show. */
interface Finding {
  readonly place: string;
  readonly found: string;
}

/** The findings in places that are no exceptions, and the exceptions that are no longer needed. */
export function judge(findings: readonly Finding[], exceptions: readonly string[]): string[] {
  const places = new Set(findings.map(({ place }) => place));
  return [
    ...findings.filter(({ place }) => !exceptions.includes(place)).map(({ found }) => found),
    ...exceptions.filter((place) => !places.has(place)).map((place) => `no longer an exception: ${place}`),
  ];
}
