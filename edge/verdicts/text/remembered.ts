/**
 * Remembers a function's value for each object, as long as the object lives: several rules of one call need
 * the same value of a line or a reading.
 */
export function remembered<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: of(key) };
    known.set(key, found);
    return found.value;
  };
}

/** The same for a value that also depends on a time, milliseconds since 1970: one value for each time. */
export function rememberedAt<Key extends object, Value>(
  of: (key: Key, now: number) => Value,
): (key: Key, now: number) => Value {
  const byTime = remembered((_: Key) => new Map<number, { readonly value: Value }>());
  return (key, now) => {
    const known = byTime(key);
    const found = known.get(now) ?? { value: of(key, now) };
    known.set(now, found);
    return found.value;
  };
}
