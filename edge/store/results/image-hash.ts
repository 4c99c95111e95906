import { type SQL, sql } from "drizzle-orm";

/**
 * A perceptual hash as libSQL's one-bit vector: `vector_distance_cos` of two such vectors is their Hamming
 * distance.
 */
export function bitVector(bytes: Uint8Array): SQL<Uint8Array> {
  const signs = Array.from({ length: 8 * bytes.length }, (_, bit) =>
    (bytes[bit >> 3]! >> (bit & 7)) & 1 ? 1 : -1,
  );
  return sql`vector1bit(${`[${signs}]`})`;
}
