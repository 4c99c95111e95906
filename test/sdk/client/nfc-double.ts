/**
 * A double of the package with a chip in memory, without secure messaging. It has a short EF.SOD, DG1, a DG2
 * of 700 bytes and DG15. Its files and the technologies that were opened and closed are exported.
 */
export const NFC_DOUBLE = `
export const NfcTech = { IsoDep: "IsoDep" };
export const files = {
  0x1d: [0x77, 0x02, 1, 2],
  0x01: [0x61, 0x81, 0x80, ...Array(128).fill(7)],
  0x02: [0x75, 0x82, 0x02, 0xb8, ...Array.from({ length: 696 }, (_, i) => i & 0xff)],
  0x0f: [0x6f, 0x01, 9],
};
export const seen = [];
let selected;
const ok = (data) => [...data, 0x90, 0x00];
async function transceive([cla, ins, p1, p2, ...rest]) {
  if (cla === 0x00 && ins === 0x88) return ok(rest.slice(1, 1 + rest[0]).reverse());
  if (cla !== 0x00 || ins !== 0xb0) return [0x6d, 0x00];
  if (p1 & 0x80) selected = files[p1 & 0x1f];
  if (selected === undefined) return [0x6a, 0x82];
  const offset = p1 & 0x80 ? p2 : (p1 << 8) | p2;
  return ok(selected.slice(offset, offset + rest[0]));
}
export default {
  requestTechnology: async (tech) => seen.push("open " + tech),
  cancelTechnologyRequest: async () => seen.push("close"),
  isoDepHandler: { transceive },
};
`;

/** Reads the chip of the double by the example, and prints what the client was given. */
export const READ_CHIP = `
import { files, seen } from "react-native-nfc-manager";
import { showChip } from "./chip.ts";
const sent = {};
const client = {
  chipChallenge: async () => ({ chip_challenge_id: "cc_1", challenge: "0102030405060708" }),
  chip: async (id, body) => Object.assign(sent, body, { id }),
};
await showChip(client, "vf_1", async (plain) => plain);
const isWhole = (name, shortId) => Buffer.from(sent[name]).equals(Buffer.from(files[shortId]));
const whole = { sod: 0x1d, dg1: 0x01, dg2: 0x02, dg15: 0x0f };
console.log(JSON.stringify({
  seen, id: sent.id, challenge: sent.chip_challenge_id, answer: [...sent.aa_signature],
  parts: Object.keys(sent).filter((key) => key in whole && isWhole(key, whole[key])).sort(),
  others: ["dg11", "dg14"].filter((name) => name in sent),
}));
`;
