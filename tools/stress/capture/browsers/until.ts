interface Patience {
  readonly patienceMs: number;
  readonly everyMs: number;
  /** What to say when it has ended. */
  readonly otherwise: () => string | Promise<string>;
}

/** Looks until there is something, and returns it; throws when patience has ended. */
export async function until<T>(
  look: () => T | null | Promise<T | null>,
  { patienceMs, everyMs, otherwise }: Patience,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  while (true) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(await otherwise());
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
