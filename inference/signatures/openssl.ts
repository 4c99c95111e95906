/**
 * Whether a signature holds. OpenSSL throws for one that its key cannot have made, such as a salt that is
 * longer than the modulus.
 */
export function holds(verified: () => boolean): boolean {
  try {
    return verified();
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("ERR_OSSL_")) return false;
    throw error;
  }
}
