/** Whether the bytes are equal, in a time that depends on their lengths alone. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [at, byte] of a.entries()) difference |= byte ^ b[at]!;
  return difference === 0;
}

/** Whether the texts are equal, in a time that depends on their lengths alone. */
export function sameText(a: string, b: string): boolean {
  const encoder = new TextEncoder();
  return sameBytes(encoder.encode(a), encoder.encode(b));
}
