import type { Client } from "@selfsame/client";

/**
 * The app's reader of chips: it selects the application, opens BAC or PACE, and wraps each command. A package
 * for NFC sends the bytes, such as `isoDepHandler.transceive` of react-native-nfc-manager.
 */
interface ChipReader {
  /** The whole elementary file of a short identifier; null if the chip does not have it. */
  readFile(shortId: number): Promise<Uint8Array | null>;
  /** INTERNAL AUTHENTICATE (ICAO Doc 9303-11, active authentication): the chip's signature over 8 bytes. */
  internalAuthenticate(challenge: Uint8Array): Promise<Uint8Array>;
}

/** Short identifiers of the files that are sent (ICAO Doc 9303-10). DG3 and DG4 are never read. */
const FILES = { sod: 0x1d, dg1: 0x01, dg2: 0x02, dg11: 0x0b, dg14: 0x0e, dg15: 0x0f } as const;

/** Reads a chip and shows it. The verification says what to do next: `client.next(id)`. */
export async function showChip(client: Client, id: string, reader: ChipReader): Promise<void> {
  const files: Partial<Record<keyof typeof FILES, Uint8Array<ArrayBuffer>>> = {};
  for (const [name, shortId] of Object.entries(FILES)) {
    const file = await reader.readFile(shortId);
    if (file !== null) files[name as keyof typeof FILES] = new Uint8Array(file);
  }
  const { sod, dg1, dg2, ...others } = files;
  if (sod === undefined || dg1 === undefined || dg2 === undefined)
    throw new Error("EF.SOD, DG1 and DG2 are needed: read the chip again");
  const answer = files.dg15 === undefined ? {} : await answerOf(client, id, reader);
  await client.chip(id, { sod, dg1, dg2, ...others, ...answer });
}

/** The challenge is asked for last: it is good for 120 seconds. */
async function answerOf(client: Client, id: string, reader: ChipReader) {
  const { chip_challenge_id, challenge } = await client.chipChallenge(id);
  const bytes = Uint8Array.from(challenge.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const signature = await reader.internalAuthenticate(bytes);
  return { chip_challenge_id, aa_signature: new Uint8Array(signature) };
}
