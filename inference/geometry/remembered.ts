/** Memoises a function of two objects by their identity. */
export function remembered<A extends object, B extends object, Value>(
  of: (a: A, b: B) => Value,
): (a: A, b: B) => Value {
  const known = new Map<A, Map<B, { readonly value: Value }>>();
  return (a, b) => {
    const row = known.get(a) ?? new Map<B, { readonly value: Value }>();
    if (row.size === 0) known.set(a, row);
    const found = row.get(b) ?? { value: of(a, b) };
    row.set(b, found);
    return found.value;
  };
}
