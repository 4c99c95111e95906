/**
 * Remembers a function's value for each object, as long as the object lives: the rules of one call ask the
 * same of a line or a reading several times.
 */
export function remembered<Key extends object, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: of(key) };
    known.set(key, found);
    return found.value;
  };
}
