import type { Client } from "@selfsame/client";
import NfcManager, { NfcTech } from "react-native-nfc-manager";

// Untried on a phone: no phone was part of our tests. A test runs these commands against a chip in memory.

/** Sends a command APDU to the chip and returns its response, the status word last. */
export type Transceive = (command: number[]) => Promise<number[]>;

/**
 * Opens the chip by PACE or BAC (ICAO Doc 9303-11) with the key of the MRZ or the CAN, and returns commands
 * under secure messaging. The application is selected then. Neither react-native-nfc-manager nor Selfsame
 * does this: your app brings it.
 */
export type OpenChip = (plain: Transceive) => Promise<Transceive>;

/** Short identifiers of the files that are sent (ICAO Doc 9303-10). DG3 and DG4 are never read. */
const FILES = { sod: 0x1d, dg1: 0x01, dg2: 0x02, dg11: 0x0b, dg14: 0x0e, dg15: 0x0f } as const;
type FileName = keyof typeof FILES;

/** Waits for a chip at the phone, reads it and sends it. The verification says what to do next: `client.next(id)`. */
export async function showChip(client: Client, id: string, openChip: OpenChip): Promise<void> {
  await NfcManager.requestTechnology(NfcTech.IsoDep);
  try {
    const chip = await openChip((command) => NfcManager.isoDepHandler.transceive(command));
    await sendChip(client, id, chip);
  } finally {
    await NfcManager.cancelTechnologyRequest();
  }
}

/** Reads an open chip and sends it. */
export async function sendChip(client: Client, id: string, chip: Transceive): Promise<void> {
  const files: Partial<Record<FileName, Uint8Array<ArrayBuffer>>> = {};
  for (const [name, shortId] of Object.entries(FILES)) {
    const file = await readFile(chip, shortId);
    if (file !== null) files[name as FileName] = file;
  }
  const { sod, dg1, dg2, ...others } = files;
  if (sod === undefined || dg1 === undefined || dg2 === undefined)
    throw new Error("EF.SOD, DG1 and DG2 are needed: read the chip again");
  const answer = files.dg15 === undefined ? {} : await answerOf(client, id, chip);
  await client.chip(id, { sod, dg1, dg2, ...others, ...answer });
}

/** Bytes that one READ BINARY asks for: a response under secure messaging then fits 256 bytes. */
const BLOCK = 0xdf;
const HEADER = 4;
/** The offset in P1 and P2 has 15 bits. */
const LONGEST = 0x7fff;

/** A file from its tag to its end: READ BINARY, first by its short identifier. Null if the chip lacks it. */
async function readFile(chip: Transceive, shortId: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const first = await chip([0x00, 0xb0, 0x80 | shortId, 0x00, HEADER]);
  if (statusOf(first) === 0x6a82) return null;
  const bytes = dataOf(first);
  const length = lengthOf(bytes);
  if (length > LONGEST) throw new Error("the file is longer than READ BINARY reaches");
  while (bytes.length < length) {
    const at = bytes.length;
    const block = dataOf(await chip([0x00, 0xb0, at >> 8, at & 0xff, Math.min(BLOCK, length - at)]));
    if (block.length === 0) throw new Error("the chip has returned nothing: read it again");
    bytes.push(...block);
  }
  return Uint8Array.from(bytes);
}

/** The length of a whole file, by its tag of one byte and its DER length. */
function lengthOf([, first = 0, second = 0, third = 0]: readonly number[]): number {
  if (first < 0x80) return 2 + first;
  if (first === 0x81) return 3 + second;
  if (first === 0x82) return 4 + ((second << 8) | third);
  throw new Error("the file is longer than 64 KiB, or none");
}

/** INTERNAL AUTHENTICATE over the challenge, which is asked for last: it is good for 120 seconds. */
async function answerOf(client: Client, id: string, chip: Transceive) {
  const { chip_challenge_id, challenge } = await client.chipChallenge(id);
  const bytes = (challenge.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const signature = dataOf(await chip([0x00, 0x88, 0x00, 0x00, bytes.length, ...bytes, 0x00]));
  return { chip_challenge_id, aa_signature: Uint8Array.from(signature) };
}

const statusOf = (response: readonly number[]): number =>
  ((response.at(-2) ?? 0) << 8) | (response.at(-1) ?? 0);

/** The data of a response. Throws if the chip reports an error. */
function dataOf(response: readonly number[]): number[] {
  const status = statusOf(response);
  if (status !== 0x9000) throw new Error(`the chip answered ${status.toString(16)}: read it again`);
  return response.slice(0, -2);
}
